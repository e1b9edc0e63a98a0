/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'controllers, parameters, validation, interceptors, authorization, uploads, undefined and null results, errors',
  expressVersion: 4,
  isFast: true,
  main: 'dist/main.js',

  async run({ client }) {
    await client.get('/users');
    await client.get('/users?name=unknown');
    await client.get('/users/1');
    await client.get('/users/9', { status: 404 });
    await client.get('/users/one', { status: 400 });
    await client.get('/users/slow');
    await client.get('/users/nothing', { status: 404 });
    await client.get('/users/empty', { status: 204 });
    await client.get('/users/null', { status: 204 });
    await client.get('/users/me', { status: 403 });
    await client.get('/users/me', { headers: { Authorization: 'ann' } });
    await client.post('/users', { name: 'Bob', age: 7 }, { status: 201 });
    await client.post('/users', { name: 'much too long', age: 'old' }, { status: 400 });
    await client.post('/users', '{"name":', { status: 400, headers: { 'Content-Type': 'application/json' } });
    await client.post('/users', undefined, { status: 400 });
    await client.request('PUT', '/users/2', { body: { name: 'Eve' } });
    await client.request('PUT', '/users/2', { status: 400, body: {} });
    await client.request('DELETE', '/users/2', { status: 204 });
    await client.request('HEAD', '/users');
    await client.request('OPTIONS', '/users');
    await client.get('/page');
    await client.get('/old', { status: 302 });
    await client.get('/text?n=5', { headers: { 'X-Custom': 'c', Cookie: 'flavor=oat' } });
    await client.get('/text?n=5', { status: 406, headers: { Accept: 'image/png' } });
    await client.get('/text?n=five', { status: 400 });
    await client.get('/files/a%20b/c.txt');
    await client.get('/own', { status: 202 });
    await client.get('/buffer');
    await client.get('/bad', { status: 400 });
    await client.get('/teapot', { status: 418 });
    await client.get('/crash', { status: 500 });
    const form = new FormData();
    form.append('file', new Blob(['content']), 'a.txt');
    await client.post('/upload', form);
    await client.get('/missing', { status: 404 });
    await client.get('/users/%zz', { status: 400 });
  },
};
