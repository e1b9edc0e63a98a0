import { once } from 'node:events';
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

  test('aborts the response when the source throws', async () => {
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

  test('throws after the response has started', async () => {
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
  ])('rejects the options %j', async (options, message) => {
    const { origin } = await serve((_req, res) => {
      expect(() => res.sse(options as EventStreamOptions)).toThrow(message);
      res.end('refused');
    });
    expect(await (await fetch(`${origin}/events`)).text()).toBe('refused');
  });
});

/** Node 20 does not have `Promise.withResolvers`. */
function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
