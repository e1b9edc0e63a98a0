import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  does: 'middleware mode: transformed modules, styles, source maps, public files, rendered pages, CORS, the WebSocket of hot reloading',
  isFast: true,
  volatile: [/[?&]t=\d+/g, /wsToken = "[^"]+"/g, /"[\w-]{12}"(?=;|,|\))/g, /sourceMappingURL=data:[^\s]+/g],

  async run({ client, port, folder }) {
    const page = { headers: { Accept: 'text/html' } };
    await client.get('/', page);
    await client.get('/about?x=1', page);
    await client.get('/fail', { ...page, status: 500 });
    await client.get('/api');
    await client.get('/nested/page');
    const { headers } = await client.get('/main.ts');
    await client.get('/main.ts', { status: 304, headers: { 'If-None-Match': headers.etag ?? '' } });
    await client.get('/name.js');
    await client.get('/name.js', { headers: { Origin: 'http://a.example' } });
    await client.get('/style.css', { headers: { 'Sec-Fetch-Dest': 'script', Accept: '*/*' } });
    await client.get('/style.css', { headers: { 'Sec-Fetch-Dest': 'style', Accept: 'text/css' } });
    await client.get('/data.json?import');
    await client.get('/render.js?raw');
    await client.get('/@vite/env');
    await client.get('/robots.txt');
    await client.get('/robots.txt', { status: 206, headers: { Range: 'bytes=0-3' } });
    await client.request('HEAD', '/robots.txt');
    await client.get('/nothing.js', { status: 404, headers: { Accept: 'application/javascript' } });
    await client.get('/@fs/etc/passwd', { status: 403 });
    await client.get('/.env', { headers: { Accept: 'text/html' } });
    await client.get('/%zz', { status: 400 });
    await client.request('OPTIONS', '/name.js', {
      status: 204,
      headers: { Origin: 'http://a.example', 'Access-Control-Request-Method': 'GET' },
    });
    await client.post('/name.js', { a: 1 });
    const WebSocket = createRequire(join(folder, 'package.json'))('ws');
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, 'vite-ping');
    await once(socket, 'open');
    client.record('WebSocket protocol', socket.protocol);
    socket.terminate();
  },
};
