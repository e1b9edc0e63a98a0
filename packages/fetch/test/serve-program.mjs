// Run by serve.integration.test.ts, in a process of its own because `serve` replaces globals: serves one Hono application with the package that is
// named, and prints what clients see.
import http from 'node:http';
import http2 from 'node:http2';
import { text } from 'node:stream/consumers';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createNodeWebSocket } from '@hono/node-ws';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { getCookie, setCookie } from 'hono/cookie';
import { etag } from 'hono/etag';
import { HTTPException } from 'hono/http-exception';
import { stream, streamSSE, streamText } from 'hono/streaming';
import { WebSocket } from 'ws';

/** @typedef {typeof import('@nextpress/fetch')} Adaptor */
const adaptor = /** @type {Adaptor} */ (await import(/** @type {string} */ (process.argv[2])));

/** @type {Hono<{ Bindings: import('@nextpress/fetch').NodeBindings }>} */
const hono = new Hono();
const { injectWebSocket, upgradeWebSocket } = createNodeWebSocket({ app: hono });
hono.get('/text/:id', (c) => c.text(`${c.req.param('id')} ${c.req.query('q')}`));
hono.get('/json', (c) => c.json({ a: [1, 'ü'] }, 201, { 'X-One': '1' }));
hono.get('/html', (c) => c.html('<p>é</p>'));
hono.get('/empty', (c) => c.body(null, 204));
hono.get('/bytes', (c) => c.body(new Uint8Array([0, 255, 10])));
hono.get('/redirect', (c) => c.redirect('/json'));
hono.get('/cookies', (c) => {
  setCookie(c, 'a', '1', { httpOnly: true });
  setCookie(c, 'b', getCookie(c, 'in') ?? 'none');
  return c.text('cookies');
});
hono.post('/echo', async (c) => c.text(await c.req.text(), 200, { 'Content-Type': 'x/y' }));
hono.post('/form', async (c) => c.json(await c.req.parseBody()));
hono.post('/unread', (c) => c.text('not read'));
hono.get('/stream', (c) =>
  stream(c, async (out) => {
    await out.write('one ');
    await out.sleep(5);
    await out.write('two');
  }),
);
hono.get('/lines', (c) => streamText(c, async (out) => void (await out.writeln('line'))));
hono.get('/events', (c) => streamSSE(c, async (out) => out.writeSSE({ event: 'e', data: 'd', id: '1' })));
hono.get('/thrown', () => {
  throw new HTTPException(418, { message: 'short and stout' });
});
hono.get('/fault', () => {
  throw new Error('fault');
});
hono.onError((error, c) =>
  error instanceof HTTPException ? error.getResponse() : c.text(error.message, 500),
);
hono.get('/etag', etag(), (c) => c.text('tagged'));
hono.get('/gzip', compress(), (c) => c.text('x'.repeat(2000)));
hono.get('/address', (c) => c.text(String(c.env.incoming.socket.remoteAddress)));
hono.get('/node', (c) => {
  // After the handler has returned.
  setImmediate(() => c.env.outgoing.writeHead(202, { 'X-Node': '1' }).end('by Node'));
  return RESPONSE_ALREADY_SENT;
});
hono.get('/conninfo', (c) => c.text(String(getConnInfo(c).remote.addressType)));
hono.use('/file', serveStatic({ path: 'LICENSE', root: new URL('../../..', import.meta.url).pathname }));
hono.get('/classes', (c) =>
  c.json([c.req.raw instanceof Request, new Response() instanceof Response, c.req.url]),
);
hono.get(
  '/socket',
  upgradeWebSocket(() => ({ onMessage: ({ data }, socket) => socket.send(`echo ${data}`) })),
);

/** @type {unknown[]} */
const seen = [];
const server = adaptor.serve({ fetch: hono.fetch, port: 0, hostname: '127.0.0.1' }, async (info) => {
  seen.push(['callback', info.address, info.family, info.port > 0]);
  await seeAll(info.port);
  injectWebSocket(server);
  await seeSocket(info.port);
  await new Promise((resolve) => server.close(resolve));
  seen.push(['closed', server.listening]);
  await seeHttp2();
  await seeApplication();
  console.log(
    JSON.stringify(seen, (_key, value) => (typeof value === 'string' ? withoutPort(value) : value)),
  );
});

/** @param {string} value */
function withoutPort(value) {
  return value.replace(/(127\.0\.0\.1|localhost):\d+/g, '$1');
}

/** @param {number} port */
async function seeAll(port) {
  const paths =
    '/text/7?q=a%20b /json /html /empty /bytes /redirect /cookies /stream /lines /events /thrown /fault /etag /gzip /none /address /conninfo /file /node /classes';
  for (const path of paths.split(' ')) {
    await see(port, 'GET', path, { Cookie: 'in=out', 'Accept-Encoding': 'gzip' });
    if (path !== '/node') await see(port, 'HEAD', path, {});
  }
  await see(port, 'GET', '/etag', {
    'If-None-Match': String(
      /** @type {any} */ (seen.find((row) => /** @type {any} */ (row)[1] === '/etag'))[3].etag,
    ),
  });
  await see(port, 'POST', '/echo', { 'Content-Type': 'text/plain' }, 'some tea ü');
  await see(port, 'POST', '/form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=1&b=%20');
  await see(port, 'POST', '/unread', {}, 'x'.repeat(100_000));
  await see(port, 'OPTIONS', '/json', {});
}

/**
 * @param {number} port
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {string} [body]
 */
async function see(port, method, path, headers, body) {
  const request = http.request({ port, host: '127.0.0.1', method, path, headers });
  request.end(body);
  /** @type {http.IncomingMessage} */
  const response = await new Promise((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  );
  const { date, connection, 'keep-alive': keepAlive, ...rest } = response.headers;
  response.setEncoding('latin1');
  seen.push([method, path, response.statusCode, rest, await text(response)]);
}

/** @param {number} port */
async function seeSocket(port) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send('hello');
  const data = await new Promise((resolve) => socket.on('message', resolve));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.close(1000);
  seen.push(['socket', String(data), await closed]);
}

async function seeHttp2() {
  const secondary = adaptor.createAdaptorServer({ fetch: hono.fetch, createServer: http2.createServer });
  await new Promise((resolve) => secondary.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (secondary.address());
  const session = http2.connect(`http://127.0.0.1:${port}`);
  for (const head of [
    { ':path': '/json' },
    { ':path': '/echo', ':method': 'POST' },
    { ':path': '/unread', ':method': 'POST' },
  ]) {
    const request = session.request(head);
    /** @type {http2.IncomingHttpHeaders} */
    let headers = {};
    request.on('response', (received) => {
      headers = received;
    });
    if (head[':method'] === 'POST') request.end('by HTTP/2');
    const body = await text(request);
    seen.push(['HTTP/2', head[':path'], headers[':status'], headers['content-type'], body]);
  }
  session.close();
  await new Promise((resolve) => secondary.close(resolve));
}

async function seeApplication() {
  const secondary = adaptor.createAdaptorServer(hono);
  await new Promise((resolve) => secondary.listen(0, '127.0.0.1', () => resolve(undefined)));
  await see(/** @type {import('node:net').AddressInfo} */ (secondary.address()).port, 'GET', '/json', {});
  await new Promise((resolve) => secondary.close(resolve));
}
