import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Application,
  createServer,
  type EventStream,
  type EventStreamOptions,
  type RequestHandler,
} from '../../src/index.ts';

const apps: Application[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

describe.each([
  ['the fast lane', true],
  ["Node's lane", false],
])('res.sse in %s', (_lane, fastLane) => {
  /** Starts an application that responds to `/events`. */
  async function serve(handler: RequestHandler): Promise<{ origin: string; port: number; app: Application }> {
    const app = createServer({ fastLane, logError: () => {} });
    apps.push(app);
    app.all('/events', handler);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    return { app, port, origin: `http://127.0.0.1:${port}` };
  }

  test('sends events until it is closed', async () => {
    const { origin } = await serve(async (_req, res) => {
      const stream = res.sse({ retry: 1500 });
      expect(await stream.send('a')).toBe(true);
      expect(await stream.send({ event: 'b', id: 1, data: { c: true } })).toBe(true);
      stream.close();
      expect(stream.isClosed).toBe(true);
      expect(await stream.send('late')).toBe(false);
    });
    const response = await fetch(`${origin}/events`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(await response.text()).toBe('retry: 1500\n\ndata: a\n\nevent: b\nid: 1\ndata: {"c":true}\n\n');
  });

  test('keeps a status and headers that have been set', async () => {
    const { origin } = await serve((_req, res) => {
      res.status(203).set({ 'Cache-Control': 'no-store', 'Content-Length': '5' });
      res.sse().close();
    });
    const response = await fetch(`${origin}/events`);
    expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
      203,
      'no-store, no-transform',
      '',
    ]);
  });

  test('reads Last-Event-ID as UTF-8', async () => {
    const { origin } = await serve((req, res) => {
      const stream = res.sse();
      void stream.send({ data: [stream.lastEventId, req.method] });
      stream.close();
    });
    const headers = { 'Last-Event-ID': Buffer.from('né 7', 'utf8').toString('latin1') };
    expect(await (await fetch(`${origin}/events`, { headers })).text()).toBe('data: ["né 7","GET"]\n\n');
    expect(await (await fetch(`${origin}/events`)).text()).toBe('data: ["","GET"]\n\n');
  });

  test('responds to HEAD without events', async () => {
    let stream: EventStream | undefined;
    const { origin } = await serve((_req, res) => {
      stream = res.sse({ retry: 5 });
      void stream.send('a');
    });
    const response = await fetch(`${origin}/events`, { method: 'HEAD' });
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/event-stream', '']);
    expect(stream?.isClosed).toBe(true);
  });

  test('sends comments while nothing else is sent', async () => {
    const { origin } = await serve(async (_req, res) => {
      const stream = res.sse({ heartbeat: 5 });
      await wait(100);
      stream.close();
    });
    expect(await (await fetch(`${origin}/events`)).text()).toMatch(/^(?::\n\n){2,}$/);
  });

  test.each(['end', 'destroy'] as const)('sends nothing after res.%s()', async (method) => {
    const errors: unknown[] = [];
    const sent: boolean[] = [];
    const { origin } = await serve(async (_req, res) => {
      res.on('error', (error) => errors.push(error));
      const stream = res.sse();
      const closed = once(res, 'close');
      res[method]();
      sent.push(await stream.send('late'));
      await closed;
      sent.push(stream.isClosed);
    });
    const settled = Promise.allSettled([fetch(`${origin}/events`).then((response) => response.text())]);
    await expect.poll(() => sent).toEqual([false, true]);
    expect((await settled).map(({ status }) => status)).toEqual([
      method === 'end' ? 'fulfilled' : 'rejected',
    ]);
    expect(errors).toEqual([]);
  });

  test('ends when the client disconnects', async () => {
    const opened = deferred<EventStream>();
    const { origin } = await serve((_req, res) => opened.resolve(res.sse({ heartbeat: 5 })));
    const controller = new AbortController();
    await fetch(`${origin}/events`, { signal: controller.signal });
    const stream = await opened.promise;
    expect(stream.isClosed).toBe(false);
    controller.abort();
    if (!stream.signal.aborted) await once(stream.signal, 'abort');
    expect(await stream.send('a')).toBe(false);
  });

  test('waits for a client that reads slowly', async () => {
    const opened = deferred<EventStream>();
    const { port } = await serve((_req, res) => opened.resolve(res.sse()));
    const socket = ask(port);
    const stream = await opened.promise;
    let sent: Promise<boolean>;
    let count = 0;
    let isPending = false;
    do {
      count++;
      sent = stream.send('x'.repeat(50_000));
      isPending = (await Promise.race([sent, wait(50, 'pending')])) === 'pending';
    } while (!isPending);
    expect(await Promise.race([stream.send('y'), wait(50, 'pending')])).toBe('pending');
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    expect(await sent).toBe(true);
    expect(stream.isClosed).toBe(false);
    expect(received).toBeGreaterThan(0);
    expect(count).toBeGreaterThan(1);
    socket.destroy();
  });

  test('cuts a client for which too much is waiting', async () => {
    const opened = deferred<EventStream>();
    const { port } = await serve((_req, res) => opened.resolve(res.sse({ maxBuffer: 100_000 })));
    const socket = ask(port);
    const stream = await opened.promise;
    let count = 0;
    while (!stream.isClosed && count++ < 10_000) void stream.send('x'.repeat(10_000));
    expect(stream.isClosed).toBe(true);
    expect(await stream.send('a')).toBe(false);
    socket.resume();
    await once(socket, 'close');
  });

  test('sends the events of a source, and stops it when the client disconnects', async () => {
    const stopped = deferred<string>();
    const { origin } = await serve(async (_req, res) => {
      const stream = res.sse();
      async function* events(): AsyncGenerator<string> {
        try {
          for (let count = 0; ; count++) {
            yield `event ${count}`;
            await wait(5, undefined, { signal: stream.signal });
          }
        } finally {
          stopped.resolve('stopped');
        }
      }
      await stream.sendAll(events());
    });
    const controller = new AbortController();
    const response = await fetch(`${origin}/events`, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    expect(await stopped.promise).toBe('stopped');
  });

  test('closes the stream after the last event of a source', async () => {
    const { origin } = await serve((_req, res) => res.sse().sendAll(['a', { id: 2, data: 'b' }]));
    expect(await (await fetch(`${origin}/events`)).text()).toBe('data: a\n\nid: 2\ndata: b\n\n');
  });

  test('cuts the response when the source throws', async () => {
    const { origin } = await serve((_req, res) =>
      res.sse().sendAll(
        (async function* () {
          yield 'a';
          throw new Error('lost');
        })(),
      ),
    );
    const response = await fetch(`${origin}/events`);
    await expect(response.text()).rejects.toThrow();
  });

  test('ends on shutdown', async () => {
    const opened = deferred<EventStream>();
    const { origin, app } = await serve((_req, res) => opened.resolve(res.sse()));
    const response = await fetch(`${origin}/events`);
    const stream = await opened.promise;
    void stream.send('last');
    const closed = app.close();
    expect(await response.text()).toBe('data: last\n\n');
    expect(stream.isClosed).toBe(true);
    await closed;
  });

  test('is refused after the response has started', async () => {
    const { origin } = await serve((_req, res) => {
      res.write('a');
      expect(() => res.sse()).toThrow(expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' }));
      res.end();
    });
    expect(await (await fetch(`${origin}/events`)).text()).toBe('a');
  });

  test.each([
    [
      { heartbeat: -1 },
      'Invalid option "heartbeat" of sse(): expected an integer from 0 to 2147483647, got -1.',
    ],
    [{ heartBeat: 1 }, 'Unknown option "heartBeat" of sse(): use "heartbeat".'],
    [{ retry: 0.5 }, 'Invalid option "retry" of sse(): expected an integer of at least 0, got 0.5.'],
  ])('refuses the options %j', async (options, message) => {
    const { origin } = await serve((_req, res) => {
      expect(() => res.sse(options as EventStreamOptions)).toThrow(message);
      res.end('refused');
    });
    expect(await (await fetch(`${origin}/events`)).text()).toBe('refused');
  });
});

/** Requests the events and does not read the response. */
function ask(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.pause();
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  return socket;
}

/** Node 20 does not have `Promise.withResolvers`. */
function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
