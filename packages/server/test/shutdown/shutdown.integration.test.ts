import { once } from 'node:events';
import { connect } from 'node:net';
import { endOnShutdown } from '@nextpress/events';
import { holdTimeouts } from '@nextpress-internal/test-kit/fake-clock';
import { describe, expect, test } from 'vitest';
import { createServer, type Response } from '../../src/index.ts';
import { get, RawClient } from './raw-client.ts';
import { KINDS, startScene } from './scene.ts';

/** Whether a promise settles before the event loop has turned a few times. */
async function settlesSoon(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  void promise.finally(() => {
    isSettled = true;
  });
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
}

describe.each(KINDS)('close() of an application %s', (_name, kind) => {
  test('lets a pending response say Connection: close, and resolves when it has been sent', async () => {
    const { app, connect, held } = await startScene(kind);
    const client = (await connect()).send(get('/hold'));
    const { res } = await held();
    const closing = app.close();
    expect(await settlesSoon(closing)).toBe(false);
    res.send('late');
    await client.closed;
    expect(client.responses).toMatchObject([{ status: 200, body: 'late', headers: { connection: 'close' } }]);
    expect(await closing).toEqual({ cut: [] });
  });

  test('ends idle and silent connections while a response is pending', async () => {
    const { app, connect, held } = await startScene(kind);
    const [idle, silent, busy] = [await connect(), await connect(), await connect()];
    await idle.send(get('/now')).until('now');
    busy.send(get('/hold'));
    const { res } = await held();
    const closing = app.close();
    await Promise.all([idle.closed, silent.closed]);
    expect(await settlesSoon(closing)).toBe(false);
    res.send('late');
    await closing;
  });

  test('waits for the rest of a response whose head has said keep-alive', async () => {
    const { app, connect, held } = await startScene(kind);
    const client = (await connect()).send(get('/hold'));
    const { res } = await held();
    res.write('begun');
    await client.until('begun');
    const closing = app.close();
    expect(await settlesSoon(closing)).toBe(false);
    res.end('ended');
    await Promise.all([client.closed, closing]);
    expect(client.responses).toMatchObject([{ body: 'begunended', headers: { connection: 'keep-alive' } }]);
  });

  test('ends pipelined event streams that were started with writeHead', async () => {
    const { app, connect, held } = await startScene(kind);
    const client = (await connect()).send(get('/hold') + get('/hold'));
    for (let count = 0; count < 2; count++) {
      const { res } = await held();
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    }
    expect(await app.close({ grace: Number.POSITIVE_INFINITY })).toEqual({ cut: [] });
    await client.closed;
    expect(client.responses.map(({ body }) => body)).toEqual(['data: 1\n\n', 'data: 1\n\n']);
  });

  test.each([
    ['writeHead', (res: Response) => void res.writeHead(200, { 'content-type': 'text/event-stream' })],
    ['setHeader', (res: Response) => res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')],
  ])(
    'ends an event stream that was begun with %s, whatever the application writes then',
    async (_, begin) => {
      const { app, connect, held } = await startScene(kind);
      const client = (await connect()).send(get('/hold'));
      const { res } = await held();
      begin(res);
      res.write('data: 1\n\n');
      await client.until('data: 1');
      res.once('finish', () => res.write('data: 2\n\n'));
      const closing = app.close({ grace: Number.POSITIVE_INFINITY });
      await client.closed;
      res.write('data: 3\n\n');
      expect(await closing).toEqual({ cut: [] });
      expect(client.responses[0]?.body).toBe('data: 1\n\n');
    },
  );

  test('sends a response that has ended completely when its client reads slowly', async () => {
    const { app, connect, held } = await startScene(kind);
    const size = 20_000_000;
    const client = (await connect()).send(get('/hold'));
    client.socket.pause();
    const { res } = await held();
    res.send(Buffer.alloc(size, 'x'));
    const closing = app.close();
    expect(await settlesSoon(closing)).toBe(false);
    client.socket.resume();
    await Promise.all([client.closed, closing]);
    expect(client.responses[0]?.body.length).toBe(size);
  });

  test('serves a request that arrives on a busy connection, and lets the last response end it', async () => {
    const { app, connect, held } = await startScene(kind);
    const client = (await connect()).send(get('/hold'));
    const first = await held();
    const closing = app.close();
    expect(await settlesSoon(closing)).toBe(false);
    client.send(get('/hold'));
    const second = await held();
    first.res.send('first');
    second.res.send('second');
    await Promise.all([client.closed, closing]);
    expect(client.responses.map(({ body, headers }) => [body, headers.connection])).toEqual([
      ['first', 'keep-alive'],
      ['second', 'close'],
    ]);
  });

  test('serves a request whose head has begun to arrive', async () => {
    const { app, connect, hasRead } = await startScene(kind);
    const client = await connect();
    const [start, end] = [get('/now').slice(0, 20), get('/now').slice(20)];
    client.send(start);
    await hasRead(0, start.length);
    const closing = app.close();
    expect(await settlesSoon(closing)).toBe(false);
    client.send(end);
    await Promise.all([client.closed, closing]);
    expect(client.responses).toMatchObject([{ body: 'now', headers: { connection: 'close' } }]);
  });

  test('serves a request that has just arrived at the time of the call', async () => {
    const { app, connect } = await startScene(kind);
    const client = await connect();
    await client.send(get('/now')).until('now');
    client.received = '';
    // The event loop has not read it yet.
    await new Promise<void>((resolve) => client.socket.write(get('/now'), () => resolve()));
    await Promise.all([app.close(), client.closed]);
    expect(client.responses).toMatchObject([{ body: 'now', headers: { connection: 'close' } }]);
  });

  test('aborts requests that outlive the grace period, and reports them', async () => {
    const { app, connect, hasRead, held } = await startScene(kind);
    const [pending, begun, partial] = [await connect(), await connect(), await connect()];
    pending.send(get('/hold?pending'));
    await held();
    begun.send(get('/hold?begun'));
    (await held()).res.write('begun');
    await begun.until('begun');
    partial.send('GET /no');
    await hasRead(2, 'GET /no'.length);
    const { cut } = await app.close({ grace: 5 });
    await Promise.all([pending.closed, begun.closed, partial.closed]);
    const [one, two, three] = [...cut].sort((a, b) => String(a.url).localeCompare(String(b.url)));
    expect(one).toMatchObject({ method: 'GET', url: '/hold?begun', headersSent: true });
    expect(two).toMatchObject({ method: 'GET', url: '/hold?pending', headersSent: false });
    expect(three).toMatchObject({ method: undefined, url: undefined, headersSent: false });
    expect(one?.remoteAddress).toBe('127.0.0.1');
  });

  test('closes upgraded connections', async () => {
    const { app, server, connect } = await startScene(kind);
    const upgraded = new Promise<void>((resolve) => {
      server.on('upgrade', (_req, socket) => {
        socket.on('error', () => {}).write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
        resolve();
      });
    });
    const client = (await connect()).send(get('/', 'Connection: Upgrade', 'Upgrade: test'));
    await upgraded;
    expect((await app.close({ grace: 0 })).cut).toHaveLength(1);
    await client.closed;
  });

  test('ends long-lived responses, including later ones', async () => {
    const { app, connect, held } = await startScene(kind);
    const [early, late] = [await connect(), await connect()];
    early.send(get('/hold'));
    const first = (await held()).res;
    first.write('data: 1\n\n');
    endOnShutdown(first, () => first.end('data: bye\n\n'));
    late.send(get('/hold'));
    const second = (await held()).res;
    const closing = app.close();
    await early.closed;
    endOnShutdown(second, () => second.end('data: bye\n\n'));
    await Promise.all([late.closed, closing]);
    expect([...early.responses, ...late.responses].map(({ body }) => body)).toEqual([
      'data: 1\n\ndata: bye\n\n',
      'data: bye\n\n',
    ]);
  });
});

describe.each(KINDS.slice(0, 2))('close() with a delay of an application %s', (_name, kind) => {
  test('keeps the port open, with responses that end their connection', async () => {
    const { app, connect } = await startScene(kind);
    const [idle, other] = [await connect(), await connect()];
    await idle.send(get('/now')).until('now');
    const letPass = holdTimeouts();
    const closing = app.close({ delay: 1_500 });
    other.send(get('/now'));
    await other.closed;
    const fresh = (await connect()).send(get('/now'));
    await fresh.closed;
    for (const { responses } of [other, fresh]) {
      expect(responses).toMatchObject([{ body: 'now', headers: { connection: 'close' } }]);
    }
    expect(idle.socket.destroyed).toBe(false);
    letPass(1_500);
    await Promise.all([closing, idle.closed]);
  });
});

describe.each(KINDS)('server.close() of an application %s', (_name, kind) => {
  test('calls back when the last response has been sent, and the server can listen again', async () => {
    const { server, connect, held, port } = await startScene(kind);
    const [idle, silent, busy] = [await connect(), await connect(), await connect()];
    await idle.send(get('/now')).until('now');
    busy.send(get('/hold'));
    const { res } = await held();
    const closed = new Promise((resolve) => server.close(resolve));
    expect(server.listening).toBe(false);
    await Promise.all([idle.closed, silent.closed]);
    res.send('late');
    expect(await closed).toBeUndefined();
    await busy.closed;
    expect(busy.responses).toMatchObject([{ body: 'late', headers: { connection: 'close' } }]);

    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const client = await connect();
    await client.send(get('/now')).until('now');
    expect(client.responses).toMatchObject([{ headers: { connection: 'keep-alive' } }]);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('close()', () => {
  test.each(KINDS.filter(([name]) => name.includes('Node')))(
    'lets all pipelined responses arrive %s',
    async (_name, kind) => {
      const { app, connect, held } = await startScene(kind);
      const client = (await connect()).send(get('/hold') + get('/now') + get('/hold'));
      const [first, third] = [await held(), await held()];
      const closing = app.close();
      expect(await settlesSoon(closing)).toBe(false);
      first.res.send('first');
      await client.until('now');
      third.res.send('third');
      await Promise.all([client.closed, closing]);
      expect(client.responses.map(({ body, headers }) => [body, headers.connection])).toEqual([
        ['first', 'keep-alive'],
        ['now', 'keep-alive'],
        ['third', 'close'],
      ]);
    },
  );

  test('lets all pipelined responses arrive, and the last one end the connection', async () => {
    const { app, connect, held } = await startScene(KINDS[0]?.[1] as never);
    const client = (await connect()).send(get('/hold') + get('/now') + get('/hold'));
    const [first, third] = [await held(), await held()];
    const closing = app.close();
    expect(await settlesSoon(closing)).toBe(false);
    third.res.send('third');
    first.res.send('first');
    await Promise.all([client.closed, closing]);
    expect(client.responses.map(({ body, headers }) => [body, headers.connection])).toEqual([
      ['first', 'keep-alive'],
      ['now', 'keep-alive'],
      ['third', 'close'],
    ]);
  });

  test.each([
    ['a request that only Node parses', get('/hold', 'Connection: x, keep-alive'), ''],
    ['the beginning of a request', get('/hold').slice(0, 10), get('/hold').slice(10)],
  ])('serves %s after a pending response', async (_name, begin, rest) => {
    const { app, connect, held, hasRead } = await startScene(KINDS[0]?.[1] as never);
    const client = (await connect()).send(get('/hold') + begin);
    const first = await held();
    await hasRead(0, get('/hold').length + begin.length);
    const closing = app.close();
    expect(await settlesSoon(closing)).toBe(false);
    first.res.send('first');
    await client.until('first');
    client.send(rest);
    (await held()).res.send('second');
    await Promise.all([client.closed, closing]);
    expect(client.responses.map(({ body, headers }) => [body, headers.connection])).toEqual([
      ['first', 'keep-alive'],
      ['second', 'close'],
    ]);
  });

  test('does not wait for a TLS handshake', async () => {
    const { app, server, port } = await startScene(KINDS[2]?.[1] as never);
    const accepted = once(server, 'connection');
    const client = new RawClient(connect(port, '127.0.0.1'));
    await accepted;
    await Promise.all([app.close(), client.closed]);
  });

  test('keeps a Connection header of the handler, but still closes the connection', async () => {
    const { app, connect, held } = await startScene(KINDS[0]?.[1] as never);
    const client = (await connect()).send(get('/hold'));
    const { res } = await held();
    const closing = app.close();
    res.set('Connection', 'keep-alive').send('own');
    await Promise.all([client.closed, closing]);
    expect(client.responses).toMatchObject([{ body: 'own', headers: { connection: 'keep-alive' } }]);
  });

  test('gives every caller the result of the first call', async () => {
    const { app, connect, held } = await startScene(KINDS[0]?.[1] as never);
    (await connect()).send(get('/hold'));
    await held();
    const results = await Promise.all([app.close({ grace: 0 }), app.close(), app[Symbol.asyncDispose]()]);
    expect(results[0].cut).toHaveLength(1);
    expect(results[1]).toBe(results[0]);
    expect(await app.close()).toBe(results[0]);
  });

  test('closes an application again that has listened again', async () => {
    const app = createServer();
    for (let round = 0; round < 2; round++) {
      const server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      await app.close();
      expect(server.listening).toBe(false);
    }
  });

  test('runs preClose hooks while connections end, so that they can end upgraded ones', async () => {
    const { app, server, connect } = await startScene(KINDS[0]?.[1] as never);
    const order: string[] = [];
    const upgraded = new Promise<void>((resolve) => {
      server.on('upgrade', (_req, socket) => {
        app.addHook('preClose', async () => {
          order.push('preClose');
          socket.end('bye');
        });
        socket.on('error', () => {}).resume();
        resolve();
      });
    });
    app.addHook('onClose', () => void order.push('onClose'));
    const client = (await connect()).send(get('/', 'Connection: Upgrade', 'Upgrade: test'));
    await upgraded;
    expect(await app.close({ grace: Number.POSITIVE_INFINITY })).toEqual({ cut: [] });
    expect([client.received, ...order]).toEqual(['bye', 'preClose', 'onClose']);
  });

  test('closes completely before it rejects with the error of a preClose hook', async () => {
    const { app, server } = await startScene(KINDS[0]?.[1] as never);
    let isClosed = false;
    app.addHook('preClose', () => Promise.reject(new Error('stuck')));
    app.addHook('onClose', () => {
      isClosed = true;
    });
    await expect(app.close()).rejects.toThrow('stuck');
    expect([server.listening, isClosed]).toEqual([false, true]);
  });

  test('runs onClose hooks when the last response has been sent', async () => {
    const { app, connect, held } = await startScene(KINDS[0]?.[1] as never);
    const order: string[] = [];
    app.addHook('onClose', () => void order.push('closed'));
    const client = (await connect()).send(get('/hold'));
    const { res } = await held();
    const closing = app.close();
    res.once('finish', () => order.push('finished'));
    expect(await settlesSoon(closing)).toBe(false);
    res.send('late');
    await Promise.all([closing, client.closed]);
    expect(order).toEqual(['finished', 'closed']);
  });

  test.each([
    [{ grace: -1 }, 'Invalid option "grace" of close(): expected '],
    [{ grace: '1s' }, 'Invalid option "grace" of close(): expected '],
    [{ delay: Number.POSITIVE_INFINITY }, 'Invalid option "delay" of close(): expected '],
    [{ timeout: 1 }, 'Unknown option "timeout" of close(): expected one of delay, grace.'],
  ])('rejects for %o', async (options, message) => {
    await expect(createServer().close(options as object)).rejects.toThrow(message);
  });
});
