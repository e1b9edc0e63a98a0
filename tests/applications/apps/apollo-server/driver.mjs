/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  packages: ['@apollo/server', '@as-integrations/express5'],
  does: 'queries, mutations, batches, context, landing page, CSRF prevention, CORS, errors with their own status and headers',
  // The landing page has nonces.
  volatile: [/(?<=nonce[-=]"?)[0-9a-f]{64}/g],

  async run({ client }) {
    await client.post('/graphql', { query: '{ books { id title } }' });
    await client.post('/graphql', {
      query: 'query ($id: ID!) { book(id: $id) { title } }',
      variables: { id: 1 },
    });
    await client.post('/graphql', { query: '{ book(id: 9) { title } }' });
    await client.post('/graphql', { query: 'mutation { add(title: "Second") { id title } }' });
    await client.post('/graphql', { query: '{ books { title } }' });
    await client.post('/graphql', { query: '{ who }' }, { headers: { Authorization: 'ann' } });
    await client.post(
      '/graphql',
      { query: '{ who }' },
      { status: 401, headers: { Authorization: 'unknown' } },
    );
    await client.post('/graphql', { query: '{ fail }' }, { status: 403 });
    await client.post('/graphql', { query: '{ nothing }' }, { status: 400 });
    await client.post('/graphql', { query: '{ books {' }, { status: 400 });
    await client.post('/graphql', {}, { status: 400 });
    await client.post('/graphql', [{ query: '{ who }' }, { query: '{ books { id } }' }]);
    await client.post('/graphql', '{"query":', {
      status: 400,
      headers: { 'Content-Type': 'application/json' },
    });
    await client.post('/graphql', 'query=1', { status: 400, headers: { 'Content-Type': 'text/plain' } });
    await client.get('/graphql?query=%7Bbooks%7Bid%7D%7D', { status: 400 });
    await client.get('/graphql?query=%7Bbooks%7Bid%7D%7D', {
      headers: { 'Apollo-Require-Preflight': 'yes' },
    });
    await client.get('/graphql?query=mutation%7Badd(title:%22x%22)%7Bid%7D%7D', {
      status: 405,
      headers: { 'Apollo-Require-Preflight': 'yes' },
    });
    await client.get('/graphql', { headers: { Accept: 'text/html' } });
    await client.request('HEAD', '/graphql', { status: 400 });
    await client.request('PUT', '/graphql', { status: 405, body: { query: '{ who }' } });
    await client.request('OPTIONS', '/graphql', {
      status: 204,
      headers: { Origin: 'http://a.example', 'Access-Control-Request-Method': 'POST' },
    });
    await client.post('/graphql', { query: '{ who }' }, { headers: { Origin: 'http://a.example' } });
    await client.post('/graphql', { query: `{ who } # ${'x'.repeat(150_000)}` });
    await client.post('/graphql', { query: `{ who } # ${'x'.repeat(1_100_000)}` }, { status: 413 });
    await client.post('/unparsed', { query: '{ who }' }, { status: 500 });
    await client.get('/nothing', { status: 404 });
  },
};
