/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'generated routes, validated parameters and bodies, own responses, streams, security, middleware, uploads, errors',
  main: 'dist/main.js',

  async run({ client }) {
    await client.get('/users');
    await client.get('/users?limit=3&tags=a&tags=b&since=2020-01-02');
    await client.get('/users?limit=many', { status: 422 });
    await client.get('/users?since=never', { status: 422 });
    await client.get('/users/stream');
    await client.get('/users/nothing', { status: 204 });
    await client.get('/users/moved', { status: 302 });
    await client.get('/users/private', { status: 401 });
    await client.get('/users/private', { headers: { 'X-Token': 'secret' } });
    await client.get('/users/crash', { status: 500 });
    await client.get('/users/marked', { headers: { 'X-Custom': 'seen' } });
    await client.get('/users/marked', { status: 422 });
    await client.get('/users/1');
    await client.get('/users/7', { status: 404 });
    await client.get('/users/one', { status: 422 });
    await client.post('/users', { name: 'Bob', kind: 'guest' }, { status: 201 });
    await client.post('/users', new URLSearchParams({ name: 'Form' }), { status: 201 });
    await client.post('/users', { name: 'B', kind: 'king', extra: 1 }, { status: 422 });
    await client.post('/users', '{"name":', { status: 400, headers: { 'Content-Type': 'application/json' } });
    await client.post('/users', undefined, { status: 422 });
    await client.request('PUT', '/users/3', { body: { name: 'Put' } });
    await client.request('PATCH', '/users/3', { body: {} });
    await client.request('DELETE', '/users/3', { status: 204 });
    const form = new FormData();
    form.append('title', 'A title');
    form.append('photo', new Blob(['content']), 'a.png');
    await client.post('/users/photo', form);
    const wrong = new FormData();
    wrong.append('other', new Blob(['content']), 'a.png');
    await client.post('/users/photo', wrong, { status: 500 });
    await client.request('HEAD', '/users/1');
    await client.request('OPTIONS', '/users/1');
    await client.get('/swagger.json');
    await client.get('/nothing', { status: 404 });
    await client.get('/users/%zz', { status: 400 });
  },
};
