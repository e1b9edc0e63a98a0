import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  packages: ['@nestjs/platform-express'],
  does: 'pipes, guards, interceptors, filters, middleware, multer, streams, server-sent events, versions, views, Swagger, a socket.io gateway',
  isFast: true,
  main: 'dist/main.js',
  volatile: [/"sid":"[^"]+"/g],

  async run({ client, url, folder }) {
    await cats(client);
    await responses(client);
    await uploads(client);
    await documentation(client);
    await gateway(client, url, folder);
  },
};

/** @param {import('../../harness/client.mjs').Client} client */
async function cats(client) {
  await client.get('/cats');
  await client.get('/cats?page=2&limit=1');
  await client.get('/cats?page=zero', { status: 400 });
  await client.get('/cats?limit=many');
  await client.get('/cats/by-ids?ids=1,2');
  await client.get('/cats/by-ids', { status: 400 });
  await client.get('/cats/uuid/nothing', { status: 400 });
  await client.get('/cats/uuid/2f1e4d0c-8a9b-4c3d-9e8f-7a6b5c4d3e2f');
  await client.get('/cats/old', { status: 301 });
  await client.get('/cats/plain');
  await client.get('/cats/files/a/b/c.txt');
  await client.get('/cats/1');
  await client.get('/cats/7', { status: 404 });
  await client.get('/cats/one', { status: 400 });
  await client.post('/cats', { name: 'Kit', age: 1, extra: true }, { status: 201 });
  await client.post('/cats', new URLSearchParams({ name: 'Form', age: '4' }), { status: 201 });
  await client.post('/cats', { name: 1, age: 'old' }, { status: 400 });
  await client.post('/cats', '{"name":', { status: 400, headers: { 'Content-Type': 'application/json' } });
  await client.post('/cats', `{"name":"${'x'.repeat(200_000)}"}`, {
    status: 413,
    headers: { 'Content-Type': 'application/json' },
  });
  await client.request('PATCH', '/cats/2', { body: { age: 2 } });
  await client.request('DELETE', '/cats/2', { status: 204 });
  await client.request('PUT', '/cats/2', { status: 404, body: {} });
  await client.request('HEAD', '/cats');
  await client.request('OPTIONS', '/cats', {
    status: 204,
    headers: { Origin: 'http://a.example', 'Access-Control-Request-Method': 'POST' },
  });
  const { headers } = await client.get('/cats/1');
  await client.get('/cats/1', { status: 304, headers: { 'If-None-Match': headers.etag ?? '' } });
  await client.get('/nothing', { status: 404 });
  await client.get('/cats/%zz', { status: 400 });
}

/** @param {import('../../harness/client.mjs').Client} client */
async function responses(client) {
  await client.get('/responses/express?a[b]=1&c=2', { status: 202 });
  await client.get('/responses/passthrough', { status: 206 });
  await client.get('/responses/next', { status: 404 });
  await client.get('/responses/format', { headers: { Accept: 'application/json' } });
  await client.get('/responses/format', { headers: { Accept: 'text/html' } });
  await client.get('/responses/format', { status: 406, headers: { Accept: 'image/png' } });
  await client.get('/responses/render');
  await client.get('/responses/stream');
  await client.get('/responses/download');
  await client.get('/responses/events', { headers: { Accept: 'text/event-stream' } });
  await client.get('/responses/guarded', { status: 403 });
  await client.get('/responses/guarded', { headers: { 'X-Role': 'admin' } });
  await client.get('/responses/wrapped');
  await client.get('/responses/undefined');
  await client.get('/responses/null');
  await client.get('/responses/number');
  await client.get('/responses/throws', { status: 500 });
  await client.get('/responses/teapot', { status: 418 });
  await client.get('/responses/all');
  await client.request('PUT', '/responses/all', { body: { a: 1 } });
  await client.request('DELETE', '/responses/all');
  await client.post('/responses/raw', { a: 1 }, { status: 201 });
  await client.post('/responses/raw', 'some text', { status: 201 });
  await client.get('/v1/versioned');
  await client.get('/v2/versioned');
  await client.get('/v3/versioned', { status: 404 });
  await client.get('/public/about.txt');
  await client.get('/public/about.txt', { status: 206, headers: { Range: 'bytes=0-3' } });
  await client.get('/public/nothing.txt', { status: 404 });
}

/** @param {import('../../harness/client.mjs').Client} client */
async function uploads(client) {
  const form = new FormData();
  form.append('title', 'A title');
  form.append('file', new Blob(['content']), 'a.txt');
  await client.post('/responses/file', form, { status: 201 });
  const large = new FormData();
  large.append('file', new Blob(['x'.repeat(101)]), 'large.txt');
  await client.post('/responses/file', large, { status: 413 });
  const unexpected = new FormData();
  unexpected.append('other', new Blob(['x']), 'other.txt');
  await client.post('/responses/file', unexpected, { status: 400 });
  const two = new FormData();
  two.append('files', new Blob(['1']), '1.txt');
  two.append('files', new Blob(['22']), '2.txt');
  await client.post('/responses/files', two, { status: 201 });
}

/** @param {import('../../harness/client.mjs').Client} client */
async function documentation(client) {
  await client.get('/docs');
  await client.get('/docs/swagger-ui-init.js');
  await client.get('/docs/swagger-ui.css');
  await client.get('/docs-json');
  await client.get('/docs-yaml');
}

/**
 * @param {import('../../harness/client.mjs').Client} client
 * @param {string} url
 * @param {string} folder
 */
async function gateway(client, url, folder) {
  await client.get('/socket.io/?EIO=4&transport=polling', { headers: { Origin: 'http://a.example' } });
  await client.get('/socket.io/?EIO=3&transport=polling', { status: 400 });
  const { io } = createRequire(join(folder, 'package.json'))('socket.io-client');
  for (const transport of ['polling', 'websocket']) {
    const socket = io(url, { transports: [transport], forceNew: true });
    await once(socket, 'connect');
    socket.emit('echo', 'hello');
    client.record(`${transport}: echo`, await once(socket, 'echoed'));
    const noticed = once(socket, 'noticed');
    client.record(`${transport}: ask`, await socket.timeout(10_000).emitWithAck('ask', 'shout'));
    client.record(`${transport}: noticed`, await noticed);
    socket.emit('fail');
    client.record(`${transport}: fail`, await once(socket, 'exception'));
    socket.disconnect();
  }
}
