// Upgrades that browsers never send, in both lanes.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createServer } from '@nextpress/server';
import { exchange, selfSigned } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type WebSocketOptions, websocket } from '../src/index.ts';
import { next, open, portOf } from './open.ts';

const silent = { logError: () => {} };
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Whether Node's parser reads the bodies of upgrade requests. */
const READS_BODIES = Number.parseInt(process.versions.node, 10) >= 26;

/** The head of an upgrade request. */
function upgrade(path: string, headers = `Host: a\r\nSec-WebSocket-Version: 13\r\n${KEY}`): string {
  return `GET ${path} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`;
}

/** The head of a request as Java's client and `curl --http2` send it. */
function h2c(method: string, path: string, headers = ''): string {
  const asking = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n';
  return `${method} ${path} HTTP/1.1\r\nHost: a\r\n${asking}${headers}\r\n`;
}

describe.each([true, false])('with the fast lane: %s', (fastLane) => {
  async function serve(options: WebSocketOptions = {}) {
    const app = websocket(createServer({ ...silent, fastLane }), options);
    app.ws('/room', (connection) => void connection.send('welcome'));
    app.get('/page', async (_req, res) => {
      await setImmediate();
      res.send('page');
    });
    app.post('/body', async (req, res) => {
      const chunks = await req.toArray();
      res.send(Buffer.concat(chunks).toString());
    });
    const statuses: number[] = [];
    app.addHook('onResponse', (_req, res) => void statuses.push(res.statusCode));
    return { app, statuses, port: await portOf(app.listen(0, '127.0.0.1')) };
  }

  test('an upgrade waits for the responses to earlier requests', async () => {
    const { port } = await serve();
    const page = 'GET /page HTTP/1.1\r\nHost: a\r\n\r\n';
    const responses = await exchange(port, page + page + upgrade('/room'), { responses: 3 });
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 101]);
  });

  test('an invalid handshake gets an ordinary error response', async () => {
    const { port, statuses } = await serve();
    const [response] = await exchange(
      port,
      upgrade('/room', `Host: a\r\nSec-WebSocket-Version: 1\r\n${KEY}`),
    );
    expect([response?.status, response?.headers['sec-websocket-version']]).toEqual([400, '13']);
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ code: 'ERR_WEBSOCKET_HANDSHAKE' });
    expect(statuses).toEqual([400]);
  });

  test('an upgrade without Host gets 400', async () => {
    const { port } = await serve();
    const [response] = await exchange(port, upgrade('/room', `Sec-WebSocket-Version: 13\r\n${KEY}`));
    expect(response?.status).toBe(400);
  });

  test('a refusal that exceeds the socket buffers arrives in full', async () => {
    const { app, port } = await serve();
    let onFull = (): void => {};
    const isFull = new Promise<void>((resolve) => {
      onFull = resolve;
    });
    app.get('/long', async (req, res) => {
      // After a turn of the event loop, the kernel has accepted what fits into its buffers.
      while (req.socket.writableLength === 0) {
        res.write(Buffer.alloc(256 * 1024));
        await setImmediate();
        await setImmediate();
      }
      onFull();
      await once(res, 'drain');
      res.end('the end');
    });
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.write(upgrade('/long'));
    await isFull;
    let last = '';
    for await (const chunk of socket) last = (last + chunk.toString('latin1')).slice(-100);
    expect(last).toContain('the end');
  });

  test('the body of a request for another protocol is read, even if it arrives in parts', async () => {
    const { port } = await serve();
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(`${h2c('POST', '/body', 'Content-Length: 5\r\n')}he`);
    await setImmediate();
    socket.write('llo');
    const [response] = await once(socket, 'data');
    expect(String(response)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nhello$/s);
  });

  test('an upgrade to WebSocket with a body is refused, even if the body arrives in parts', async () => {
    const { port } = await serve();
    const [response] = await exchange(
      port,
      `${upgrade('/room', `Sec-WebSocket-Version: 13\r\nContent-Length: 5\r\n${KEY}`)}he`,
    );
    expect(response?.status).toBe(400);
  });

  test('before Node 26, the connection stays open after the body of a request for another protocol', async () => {
    const { port } = await serve();
    const requests =
      h2c('POST', '/body', 'Content-Length: 5\r\n') +
      'hello' +
      h2c('POST', '/body', 'Transfer-Encoding: chunked\r\n') +
      '3\r\nabc\r\n0\r\n\r\n' +
      h2c('GET', '/page');
    const bodies = READS_BODIES ? ['hello'] : ['hello', 'abc', 'page'];
    const responses = await exchange(port, requests, { responses: bodies.length });
    expect(responses.map(({ body }) => body)).toEqual(bodies);
  });

  test('requests for another protocol leave no listeners behind', async () => {
    const { app, port } = await serve();
    const counts: number[] = [];
    app.get('/count', (req, res) => {
      const { socket } = req;
      const names = socket.eventNames();
      counts.push(names.reduce((sum, name) => sum + socket.listenerCount(name), 0));
      res.send('counted');
    });
    await exchange(port, h2c('GET', '/count').repeat(20), { responses: 20 });
    expect(counts.at(-1)).toBe(counts[2]);
  });

  test('a disconnect is detected after a request for another protocol', async () => {
    const { app, port } = await serve();
    const closed = new Promise<void>((resolve) => {
      app.get('/events', (_req, res) => {
        res.on('close', resolve);
        res.write('a');
      });
    });
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(h2c('GET', '/events'));
    await once(socket, 'data');
    socket.destroy();
    await closed;
  });
});

test.each([false, true])('other protocols and WebSocket work over TLS (http2: %s)', async (http2) => {
  const tls = selfSigned();
  const app = websocket(createServer({ ...silent, http2, tls }));
  app.ws('/', (connection) => void connection.send('welcome'));
  app.post('/body', async (req, res) => res.send(Buffer.concat(await req.toArray()).toString()));
  const port = await portOf(app.listen(0, '127.0.0.1'));
  const origin = `https://127.0.0.1:${port}`;
  const socket = new WebSocket(`wss://127.0.0.1:${port}`, { rejectUnauthorized: false, origin });
  onTestFinished(() => socket.terminate());
  expect(String((await once(socket, 'message'))[0])).toBe('welcome');
  const { connect: connectTls } = await import('node:tls');
  const client = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  const [response] = await exchange(client, `${h2c('POST', '/body', 'Content-Length: 5\r\n')}hello`, {
    responses: 1,
  });
  expect(response?.body).toBe('hello');
});

test('a server that is attached twice, or to two applications with the same path, serves each upgrade once', async () => {
  const server = createHttpServer().listen(0, '127.0.0.1');
  const calls: string[] = [];
  for (const name of ['first', 'second']) {
    const app = websocket(createServer(silent));
    app.ws(
      '/',
      (_req, _res, go) => {
        calls.push(name);
        setImmediate().then(() => go());
      },
      (connection) => void connection.send(name),
    );
    app.ws.attach(server);
    app.ws.attach(server);
  }
  expect(await next(await open(await portOf(server), '/'))).toBe('first');
  expect(calls).toEqual(['first']);
});

test('middleware cannot override the protocol headers of the handshake', async () => {
  const app = websocket(createServer(silent));
  app.ws(
    '/',
    (_req, res, go) => {
      res.set({ 'Content-Length': '5', Connection: 'close', 'Sec-WebSocket-Accept': 'a', 'X-Own': 'b' });
      go();
    },
    (connection) => void connection.send('welcome'),
  );
  const port = await portOf(app.listen(0, '127.0.0.1'));
  const [response] = await exchange(port, upgrade('/'), { responses: 1 });
  const names = response?.rawHeaders.map(([name]) => name.toLowerCase());
  expect(names?.sort()).toEqual(['connection', 'sec-websocket-accept', 'upgrade', 'x-own']);
});

describe('the same-origin check', () => {
  test.each([
    ['http://shop.example', 'shop.example:80', 101],
    ['https://shop.example', 'Shop.Example:443', 101],
    ['https://shop.example:8443', 'shop.example:8443', 101],
    ['http://[::1]:3000', '[::1]:3000', 101],
    ['http://shop.example', 'shop.example:443', 403],
    ['http://shop.example:80', 'shop.example', 403],
    ['null', 'null', 403],
    ['shop.example', 'shop.example', 403],
  ])('responds to the origin %s with the Host %s with %s', async (origin, host, status) => {
    const app = websocket(createServer(silent));
    app.ws('/', () => {});
    const port = await portOf(app.listen(0, '127.0.0.1'));
    const headers = `Host: ${host}\r\nOrigin: ${origin}\r\nSec-WebSocket-Version: 13\r\n${KEY}`;
    const [response] = await exchange(port, upgrade('/', headers), { responses: 1 });
    expect(response?.status).toBe(status);
  });
});

test('an async origin function allows no origin', async () => {
  const app = websocket(createServer(silent), { origin: (async () => true) as never });
  app.ws('/', () => {});
  const port = await portOf(app.listen(0, '127.0.0.1'));
  await expect(open(port, '/', { origin: 'https://evil.example' })).rejects.toMatchObject({ status: 403 });
});
