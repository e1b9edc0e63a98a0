import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { createServer, Router } from '@nextpress/server';
import { validate } from '@nextpress/validate';
import { exchange, settle } from '@nextpress-internal/test-kit';
import { useFakeClock, useRealClock } from '@nextpress-internal/test-kit/fake-clock';
import session from 'express-session';
import { Server as SocketIoServer } from 'socket.io';
import { io } from 'socket.io-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import {
  type WebSocketConnection,
  type WebSocketOptions,
  webSocketHandlers,
  websocket,
} from '../src/index.ts';
import { codeOf, next, open, portOf } from './open.ts';

const silent = { logError: () => {} };

/** Serves an application that echoes messages at `/echo`. */
async function echo(options: WebSocketOptions = {}) {
  const app = websocket(createServer(silent), options);
  app.ws('/echo', (connection) => {
    connection.on('message', (data, isBinary) => connection.send(isBinary ? data : String(data)));
  });
  return { app, port: await portOf(app.listen(0, '127.0.0.1')) };
}

function sessionOf(req: object): { user?: string } {
  return (req as { session: { user?: string } }).session;
}

describe('a route', () => {
  test.each([true, false])(
    'gets the params, the query and properties set by middleware (fast lane: %s)',
    async (fastLane) => {
      const app = websocket(createServer({ ...silent, fastLane }));
      app.use((req, _res, go) => {
        Object.assign(req, { user: req.get('X-User') });
        go();
      });
      app.ws('/rooms/:id', (connection, req) => {
        const { user } = req as unknown as { user: string };
        connection.send(JSON.stringify([req.params, req.query, user, req.originalUrl]));
      });
      const port = await portOf(app.listen(0, '127.0.0.1'));
      const socket = await open(port, '/rooms/7?a=1', { headers: { 'X-User': 'ada' } });
      expect(JSON.parse(await next(socket))).toEqual([{ id: '7' }, { a: '1' }, 'ada', '/rooms/7?a=1']);
    },
  );

  test('may have guards, whose refusal is an ordinary response', async () => {
    const app = websocket(createServer(silent));
    app.ws(
      '/room',
      (req, res, go) => (req.get('Authorization') ? go() : res.status(401).json({ error: 'who are you?' })),
      (connection) => void connection.send('welcome'),
    );
    const port = await portOf(app.listen(0, '127.0.0.1'));
    await expect(open(port, '/room')).rejects.toMatchObject({
      status: 401,
      message: '{"error":"who are you?"}',
    });
    const socket = await open(port, '/room', { headers: { Authorization: 'yes' } });
    expect(await next(socket)).toBe('welcome');
  });

  test('may be in a router and in a scope', async () => {
    const app = websocket(createServer(silent));
    const greet = (text: string) => webSocketHandlers((connection) => void connection.send(text));
    app.use('/router', Router().get('/room', ...greet('router')));
    app.register((scope) => void scope.get('/room', ...greet('scope')), { prefix: '/scope' });
    const port = await portOf(app.listen(0, '127.0.0.1'));
    expect(await next(await open(port, '/router/room'))).toBe('router');
    expect(await next(await open(port, '/scope/room'))).toBe('scope');
  });

  test('passes other requests on to the next route', async () => {
    const app = websocket(createServer(silent));
    app.ws('/both', (connection) => void connection.send('socket'));
    app.get('/both', (_req, res) => res.send('page'));
    const port = await portOf(app.listen(0, '127.0.0.1'));
    expect(await (await fetch(`http://127.0.0.1:${port}/both`)).text()).toBe('page');
    expect(await next(await open(port, '/both'))).toBe('socket');
  });

  test('sends cookies that middleware has set, and chooses a subprotocol', async () => {
    const app = websocket(createServer(silent), { protocols: ['v2', 'v1'] });
    app.ws(
      '/',
      (_req, res, go) => {
        res.cookie('a', '1');
        go();
      },
      (connection) => void connection.send(connection.protocol),
    );
    const port = await portOf(app.listen(0, '127.0.0.1'));
    let cookies: unknown;
    const socket = open(port, '/', {
      protocols: ['v1', 'v2'],
      finishRequest: (request) => {
        request.on('upgrade', (res) => {
          cookies = res.headers['set-cookie'];
        });
        request.end();
      },
    });
    expect(await next(await socket)).toBe('v2');
    expect(cookies).toEqual(['a=1; Path=/']);
  });

  test.each([
    [undefined, 'b'],
    [['a', 'b'], 'a'],
    [[], ''],
  ])('chooses among the offered subprotocols with protocols: %j', async (protocols, chosen) => {
    const { port } = await echo({ protocols });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/echo`, ['b', 'a']);
    onTestFinished(() => socket.terminate());
    const ended = once(socket, 'upgrade').then(([response]) => response.headers);
    // The client closes the connection if the server chose none.
    socket.on('error', () => {});
    expect((await ended)['sec-websocket-protocol'] ?? '').toBe(chosen);
  });

  test('works on a server that the application did not create', async () => {
    const app = websocket(createServer(silent));
    app.ws('/', (connection) => void connection.send('attached'));
    const server = createHttpServer(app).listen(0, '127.0.0.1');
    app.ws.attach(server);
    expect(await next(await open(await portOf(server), '/'))).toBe('attached');
  });

  test('runs response hooks when it accepts an upgrade', async () => {
    const { app, port } = await echo();
    const statuses: number[] = [];
    app.addHook('onResponse', (_req, res) => void statuses.push(res.statusCode));
    await open(port, '/echo');
    await expect.poll(() => statuses).toEqual([101]);
  });

  test('works again when the application closes and listens again', async () => {
    const { app } = await echo();
    await app.close();
    const socket = await open(await portOf(app.listen(0, '127.0.0.1')), '/echo');
    socket.send('again');
    expect(await next(socket)).toBe('again');
  });

  test('closes the connection with 1011 and logs the error when its handler fails', async () => {
    const log = vi.fn();
    const app = websocket(createServer({ logError: (error, req) => log(String(error), req.path) }));
    app.ws('/news', async (connection) => {
      connection.send('about to fail');
      throw new Error('failed');
    });
    const socket = await open(await portOf(app.listen(0, '127.0.0.1')), '/news');
    expect(await codeOf(socket)).toBe(1011);
    expect(log.mock.calls).toEqual([['Error: failed', '/news']]);
  });

  test('may have route options, and has typed params', async () => {
    const app = websocket(createServer(silent));
    const schema = { query: z.object({ page: z.coerce.number() }) };
    app.register(validate());
    app.ws('/rooms/:id', { schema }, (connection, req) => {
      const id: string = req.params.id;
      // @ts-expect-error: the path has no such param
      const other: unknown = req.params.other;
      connection.send(JSON.stringify([id, other, req.query]));
    });
    const port = await portOf(app.listen(0, '127.0.0.1'));
    expect(await next(await open(port, '/rooms/7?page=2'))).toBe('["7",null,{"page":2}]');
    await expect(open(port, '/rooms/7?page=two')).rejects.toMatchObject({ status: 400 });
  });

  test('runs a guard before the schema that follows it, and passes other requests on before it runs either', async () => {
    const app = websocket(createServer(silent));
    app.register(validate());
    const schema = { query: z.object({ page: z.coerce.number() }) };
    app.ws(
      '/guarded',
      (req, res, next) => (req.query.key === 'secret' ? next() : res.sendStatus(401)),
      { schema },
      (connection, req) => connection.send(JSON.stringify(req.query)),
    );
    app.ws('/open', { schema }, (connection) => connection.send('open'));
    app.get(['/guarded', '/open'], (_req, res) => res.send('page'));
    const port = await portOf(app.listen(0, '127.0.0.1'));
    await expect(open(port, '/guarded?page=two')).rejects.toMatchObject({ status: 401 });
    await expect(open(port, '/guarded?page=two&key=secret')).rejects.toMatchObject({ status: 400 });
    expect(await next(await open(port, '/guarded?page=2&key=secret'))).toBe('{"page":2}');
    for (const path of ['/guarded', '/open']) {
      expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).text()).toBe('page');
    }
  });

  test('shares sessions with pages, and sends their cookies in the handshake', async () => {
    const app = websocket(createServer(silent));
    const sessions = session({ secret: 'k', resave: false, saveUninitialized: false, rolling: true });
    app.use(sessions as never);
    app.get('/sign-in', (req, res) => {
      Object.assign(sessionOf(req), { user: 'ada' });
      res.end();
    });
    app.ws('/', (connection, req) => connection.send(sessionOf(req).user ?? 'a stranger'));
    const port = await portOf(app.listen(0, '127.0.0.1'));
    const { headers } = await fetch(`http://127.0.0.1:${port}/sign-in`);
    const Cookie = headers.getSetCookie()[0]?.split(';')[0] as string;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { Cookie } });
    const [[{ headers: handshake }], [message]] = await Promise.all([
      once(socket, 'upgrade'),
      once(socket, 'message'),
    ]);
    expect(handshake['set-cookie'][0]).toContain(Cookie);
    expect(String(message)).toBe('ada');
    socket.terminate();
    expect(await next(await open(port, '/'))).toBe('a stranger');
  });
});

describe('an upgrade', () => {
  test('without a route gets 404, and response hooks run', async () => {
    const { app, port } = await echo();
    const statuses: number[] = [];
    app.addHook('onResponse', (_req, res) => void statuses.push(res.statusCode));
    await expect(open(port, '/nowhere')).rejects.toMatchObject({ status: 404 });
    await expect.poll(() => statuses).toEqual([404]);
  });

  test.each([
    ['from another origin', { origin: 'http://evil.example' }, 403],
    ['from an invalid origin', { origin: 'null' }, 403],
  ])('%s gets 403', async (_name, options, status) => {
    const { port } = await echo();
    await expect(open(port, '/echo', options)).rejects.toMatchObject({ status });
    await open(port, '/echo', { origin: `http://127.0.0.1:${port}` });
    await open(port, '/echo');
  });

  test('is accepted from a page on the host that a trusted proxy reports', async () => {
    const app = websocket(createServer({ ...silent, trustProxy: 1 }));
    app.ws('/', () => {});
    const headers = { 'X-Forwarded-Host': 'shop.example' };
    await open(await portOf(app.listen(0, '127.0.0.1')), '/', { origin: 'https://shop.example', headers });
  });

  test('is accepted from an origin that the options allow', async () => {
    for (const origin of [
      '*',
      ['http://shop.example'],
      (value: string) => value.endsWith('shop.example'),
    ] as const) {
      const { port } = await echo({ origin });
      await open(port, '/echo', { origin: 'http://shop.example' });
    }
  });

  test('gets 503 beyond maxConnections, until a connection closes', async () => {
    const { port } = await echo({ maxConnections: 1 });
    const first = await open(port, '/echo');
    await expect(open(port, '/echo')).rejects.toMatchObject({ status: 503 });
    first.terminate();
    await expect
      .poll(() =>
        open(port, '/echo').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  test('gets 400 when its handshake is invalid, or when it has a body', async () => {
    const { port } = await echo();
    const head = 'GET /echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
    const [response] = await exchange(port, `${head}Sec-WebSocket-Version: 13\r\n\r\n`);
    expect(response?.status).toBe(400);
    const [withBody] = await exchange(port, `${head}Content-Length: 1\r\n\r\na`);
    expect(withBody?.status).toBe(400);
  });

  test('to another protocol is served as an ordinary request', async () => {
    const { app, port } = await echo();
    app.get('/page', (_req, res) => res.send('page'));
    const head = 'GET /page HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    const [response] = await exchange(port, head, { responses: 1 });
    expect([response?.status, response?.body]).toEqual([200, 'page']);
  });

  test('leaks nothing when its connection is lost immediately', async () => {
    const { app, port } = await echo();
    for (let count = 0; count < 20; count++) {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.resetAndDestroy();
    }
    await open(port, '/echo');
    expect(app.ws.connections.size).toBe(1);
  });
});

describe('a connection', () => {
  test('echoes text and bytes', async () => {
    const { port } = await echo();
    const socket = await open(port, '/echo');
    socket.send('text');
    expect(await next(socket)).toBe('text');
    socket.send(Buffer.from([1, 2]));
    expect(await next(socket)).toBe('\u0001\u0002');
  });

  test('ends with 1009 after a message that is too long', async () => {
    const { port } = await echo({ maxPayload: 10 });
    const socket = await open(port, '/echo');
    socket.send('x'.repeat(11));
    expect(await codeOf(socket)).toBe(1009);
  });

  test('ends with 1008 after too many messages', async () => {
    const { port } = await echo({ maxMessagesPerSecond: 5 });
    const socket = await open(port, '/echo');
    for (let count = 0; count < 6; count++) socket.send('a');
    expect(await codeOf(socket)).toBe(1008);
  });

  test('is terminated when more than the limit is buffered and the client reads nothing', async () => {
    let opened: WebSocketConnection | undefined;
    const app = websocket(createServer(silent), { maxBufferedAmount: 1_000_000 });
    app.ws('/', (connection) => {
      opened = connection;
    });
    const socket = await open(await portOf(app.listen(0, '127.0.0.1')), '/');
    socket.pause();
    const data = Buffer.alloc(300_000);
    while (opened?.readyState === 1) void opened.send(data);
    await expect.poll(() => app.ws.connections.size).toBe(0);
  });

  test('ends with 1013 after the buffered messages when a burst exceeds the limit and the client keeps reading', async () => {
    const app = websocket(createServer(silent), { maxBufferedAmount: 1_000_000 });
    let sent = 0;
    app.ws('/', (connection) => {
      while (connection.readyState === 1) {
        void connection.send(Buffer.alloc(300_000));
        sent++;
      }
    });
    const socket = await open(await portOf(app.listen(0, '127.0.0.1')), '/');
    let received = 0;
    socket.on('message', () => received++);
    expect(await codeOf(socket)).toBe(1013);
    // The last call found the limit exceeded, so it closed the connection instead of sending.
    expect(received).toBe(sent - 1);
  });

  test('sends no faster than the client reads when send() is awaited', async () => {
    const app = websocket(createServer(silent), { maxBufferedAmount: 500_000 });
    app.ws('/', async (connection) => {
      for (let count = 0; count < 100; count++) await connection.send(Buffer.alloc(300_000));
      connection.close(1000);
    });
    const socket = await open(await portOf(app.listen(0, '127.0.0.1')), '/');
    let bytes = 0;
    socket.on('message', (data: Buffer) => {
      bytes += data.length;
    });
    expect(await codeOf(socket)).toBe(1000);
    expect(bytes).toBe(30_000_000);
  });

  test('is terminated when the client does not respond to a ping', async () => {
    useFakeClock({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(useRealClock);
    const { app, port } = await echo({ heartbeat: 50 });
    const closed = codeOf(await open(port, '/echo', { autoPong: false }));
    const client = await open(port, '/echo');
    const ping = once(client, 'ping');
    vi.advanceTimersByTime(50);
    await ping;
    await settle();
    vi.advanceTimersByTime(50);
    expect(await closed).toBe(1006);
    await expect.poll(() => app.ws.connections.size).toBe(1);
    expect(client.readyState).toBe(1);
  });

  test('ends with 1001 when the application closes', async () => {
    const { app, port } = await echo();
    const codes = [codeOf(await open(port, '/echo')), codeOf(await open(port, '/echo'))];
    expect(await app.close({ grace: 5_000 })).toEqual({ cut: [] });
    expect(await Promise.all(codes)).toEqual([1001, 1001]);
  });
});

describe('a room', () => {
  test('sends text and bytes to all of its connections except one', async () => {
    const app = websocket(createServer(silent));
    app.ws('/rooms/:id', (connection, req) => {
      const room = app.ws.room(String(req.params.id));
      room.add(connection);
      room.add(connection);
      connection.on('message', (data, isBinary) => {
        if (String(data) === 'leave') room.delete(connection);
        else room.broadcast(isBinary ? (data as Buffer) : String(data), connection);
      });
    });
    const port = await portOf(app.listen(0, '127.0.0.1'));
    const [ada, bob, eve] = await Promise.all(
      ['/rooms/a', '/rooms/a', '/rooms/b'].map((path) => open(port, path)),
    );
    if (!ada || !bob || !eve) throw new Error('not open');
    await expect.poll(() => app.ws.room('a').size).toBe(2);
    ada.send('hello');
    expect(await next(bob)).toBe('hello');
    ada.send(Buffer.from('bytes'));
    const [data, isBinary] = await once(bob, 'message');
    expect([String(data), isBinary]).toEqual(['bytes', true]);
    bob.send('leave');
    await expect.poll(() => app.ws.room('a').size).toBe(1);
    ada.close();
    await expect.poll(() => app.ws.room('a').size).toBe(0);
    app.ws.room('b').broadcast('only in b');
    expect(await next(eve)).toBe('only in b');
  });
});

test('socket.io works on the same server', async () => {
  const app = websocket(createServer(silent));
  app.use((_req, res) => res.status(401).send('a guard of the application'));
  app.ws('/echo', (connection) => void connection.send('a'));
  const server = app.listen(0, '127.0.0.1');
  const sockets = new SocketIoServer(server);
  onTestFinished(() => void sockets.close());
  sockets.on('connection', (socket) => socket.emit('greeting', 'hello'));
  const client = io(`http://127.0.0.1:${await portOf(server)}`, { transports: ['websocket'] });
  onTestFinished(() => void client.close());
  expect(await new Promise((resolve) => client.on('greeting', resolve))).toBe('hello');
  const { port } = server.address() as { port: number };
  app.ws('/later', (connection) => void connection.send('a'));
  await expect(open(port, '/echo')).rejects.toMatchObject({ status: 401 });
});

test('invalid options throw', () => {
  const make = (options: object) => () => websocket(createServer(), options as WebSocketOptions);
  expect(make({ maxPayload: 0 })).toThrow('Invalid option "maxPayload" of websocket()');
  expect(make({ origin: 'https://a' })).toThrow('Invalid option "origin" of websocket()');
  expect(make({ perMessageDeflate: 1 })).toThrow('Invalid option "perMessageDeflate" of websocket()');
  expect(make({ handshakeTimeout: 0 })).toThrow('Invalid option "handshakeTimeout" of websocket()');
  expect(() => websocket(websocket(createServer()))).toThrow('called twice');
  expect(() => websocket(createServer()).ws('/a', undefined as never)).toThrow('Invalid handler of ws("/a")');
});
