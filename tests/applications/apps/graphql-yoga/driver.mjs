const form = { headers: { Accept: 'application/json' } };

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'queries, mutations, uploads, batches, subscriptions over server-sent events, GraphiQL, errors, after express.json()',
  isFast: true,

  async run({ client }) {
    await client.post('/graphql', { query: '{ hello }' });
    await client.post('/graphql', {
      query: 'query ($n: String) { hello(name: $n) }',
      variables: { n: 'Ann' },
    });
    await client.get('/graphql?query=%7Bhello%7D', form);
    await client.get('/graphql?query=mutation%7Brename(id:1,name:%22x%22)%7Bid%7D%7D', {
      ...form,
      status: 405,
    });
    await client.get('/graphql', { headers: { Accept: 'text/html' } });
    await client.get('/graphql/health');
    await client.post('/graphql', { query: '{ user(id: 1) { id name } missing: user(id: 2) { id } }' });
    await client.post('/graphql', { query: 'mutation { rename(id: 1, name: "Eve") { id name } }' });
    await client.post('/graphql', { query: '{ user(id: 1) { name } }' });
    await client.post(
      '/graphql',
      { query: '{ header(name: "X-Custom") }' },
      { headers: { 'X-Custom': 'seen' } },
    );
    await client.post('/graphql', { query: '{ fail }' }, { status: 403 });
    await client.post('/graphql', { query: '{ crash }' });
    await client.post('/graphql', { query: '{ nothing }' });
    await client.post(
      '/graphql',
      { query: '{ nothing }' },
      {
        status: 400,
        headers: { Accept: 'application/graphql-response+json' },
      },
    );
    await client.post('/graphql', { query: '{ hello' });
    await client.post('/graphql', '{"query":', {
      status: 400,
      headers: { 'Content-Type': 'application/json' },
    });
    await client.post('/graphql', '{ hello }', { headers: { 'Content-Type': 'application/graphql' } });
    await client.post('/graphql', new URLSearchParams({ query: '{ hello }' }));
    await client.post('/graphql', 'nothing', { status: 415 });
    await client.post('/graphql', [{ query: '{ hello }' }, { query: '{ hello(name: "two") }' }]);
    await client.post('/graphql', uploadOf('content of the file'));
    await client.post(
      '/graphql',
      { query: 'subscription { count(to: 3) }' },
      { headers: { Accept: 'text/event-stream' } },
    );
    await client.get('/graphql?query=subscription%7Bcount(to:2)%7D', {
      headers: { Accept: 'text/event-stream' },
    });
    await client.request('OPTIONS', '/graphql', {
      status: 204,
      headers: { Origin: 'http://a.example', 'Access-Control-Request-Method': 'POST' },
    });
    await client.request('DELETE', '/graphql', { status: 405 });
    await client.post('/api', { query: '{ hello(name: "parsed before") }' });
    await client.post('/api', '{"query":', { status: 400, headers: { 'Content-Type': 'application/json' } });
    await client.get('/plain');
    await client.get('/nothing', { status: 404 });
  },
};

/** @param {string} content */
function uploadOf(content) {
  const upload = new FormData();
  upload.append(
    'operations',
    JSON.stringify({ query: 'mutation ($f: File!) { read(file: $f) }', variables: { f: null } }),
  );
  upload.append('map', JSON.stringify({ 0: ['variables.f'] }));
  upload.append('0', new Blob([content], { type: 'text/plain' }), 'a.txt');
  return upload;
}
