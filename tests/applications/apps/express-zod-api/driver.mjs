/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'validated endpoints, middleware, forms, uploads, raw bodies, server-sent events, CORS, static files, errors',
  isFast: true,

  async run({ client }) {
    await client.get('/before');
    await client.get('/v1/user/1');
    await client.get('/v1/user/9', { status: 404 });
    await client.get('/v1/user/one', { status: 400 });
    await client.request('PATCH', '/v1/user/1', { status: 401, body: { name: 'Eve' } });
    await client.request('PATCH', '/v1/user/1', { body: { name: 'Eve' }, headers: { token: 'secret' } });
    await client.request('PATCH', '/v1/user/1', {
      status: 400,
      body: { name: 'E' },
      headers: { token: 'secret' },
    });
    await client.request('DELETE', '/v1/user/1', { status: 405 });
    await client.request('OPTIONS', '/v1/user/1');
    await client.request('HEAD', '/v1/user/1');
    await client.post('/v1/users', { name: 'Bob' });
    await client.post('/v1/users', { name: 'Bob', tags: ['a', 'b'] });
    await client.post('/v1/users', { name: 'x'.repeat(500) }, { headers: { 'Accept-Encoding': 'gzip' } });
    await client.post('/v1/users', {}, { status: 400 });
    await client.post('/v1/users', '{"name":', {
      status: 400,
      headers: { 'Content-Type': 'application/json' },
    });
    await client.post('/v1/users', `{"name":"${'x'.repeat(120_000)}"}`, {
      status: 413,
      headers: { 'Content-Type': 'application/json' },
    });
    await client.post('/v1/form', new URLSearchParams({ name: 'Form' }));
    await client.post('/v1/form', { name: 'JSON' }, { status: 400 });
    await client.post('/v1/upload', uploadOf('content'));
    await client.post('/v1/upload', { file: 'text' }, { status: 400 });
    await client.post('/v1/raw', Buffer.from('bytes'), {
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    await client.get('/v1/file');
    await client.get('/v1/file?fail=yes', { status: 409 });
    await client.get('/v1/events');
    await client.get('/v1/wrong', { status: 500 });
    await client.get('/v1/crash', { status: 500 });
    await client.get('/public/about.txt');
    await client.get('/public/nothing.txt', { status: 404 });
    await client.get('/nothing', { status: 404 });
    await client.get('/v1/user/%zz', { status: 500 });
  },
};

/** @param {string} content */
function uploadOf(content) {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/plain' }), 'a.txt');
  return form;
}
