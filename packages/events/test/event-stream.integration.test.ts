import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fastLane } from '@nextpress/fast-lane';
import { listen, settle } from '@nextpress-internal/test-kit';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EventStream, type EventStreamOptions, endLongLived, sse } from '../src/index.ts';

/** Whether a promise does not settle while the event loop turns. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise.then(() => 'settled'), settle()])) !== 'settled';
}

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

describe.each<[string, (handler: Handler) => ReturnType<typeof createServer>]>([
  ['node:http', (handler) => createServer(handler)],
  ['the fast lane', (handler) => fastLane(createServer(handler))],
  ['Express', (handler) => createServer(express().all('/events', handler))],
])('sse in %s', (_host, createHost) => {
  /** Starts a server that responds to `/events`. */
  async function serve(handler: Handler): Promise<{ origin: string; port: number; server: object }> {
    const server = createHost(handler);
    const { port, url, close } = await listen(server);
    onTestFinished(close);
    return { server, port, origin: url };
  }

  test('sends events until it is closed', async () => {
    const { origin } = await serve(async (_req, res) => {
      const stream = sse(res, { retry: 1500 });
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
      res.statusCode = 203;
      res.setHeader('Cache-Control', 'no-store').setHeader('Content-Length', '5');
      sse(res).close();
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
      const stream = sse(res);
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
      stream = sse(res, { retry: 5 });
      void stream.send('a');
    });
    const response = await fetch(`${origin}/events`, { method: 'HEAD' });
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/event-stream', '']);
    expect(stream?.isClosed).toBe(true);
  });

  test('sends comments while nothing else is sent', async () => {
    let stream: EventStream | undefined;
    const { origin } = await serve((_req, res) => {
      stream = sse(res, { heartbeat: 5 });
    });
    const { body } = await fetch(`${origin}/events`);
    let text = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.length >= 2 * ':\n\n'.length) stream?.close();
    }
    expect(text).toMatch(/^(?::\n\n){2,}$/);
  });

  test.each(['end', 'destroy'] as const)('sends nothing after res.%s()', async (method) => {
    const errors: unknown[] = [];
    const sent: boolean[] = [];
    const { origin } = await serve(async (_req, res) => {
      res.on('error', (error) => errors.push(error));
      const stream = sse(res);
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
    const { origin } = await serve((_req, res) => opened.resolve(sse(res, { heartbeat: 5 })));
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
    const { port } = await serve((_req, res) => opened.resolve(sse(res)));
    const socket = ask(port);
    const stream = await opened.promise;
    let sent: Promise<boolean>;
    let count = 0;
    let isPending = false;
    do {
      count++;
      sent = stream.send('x'.repeat(50_000));
      isPending = await isWaiting(sent);
    } while (!isPending);
    expect(await isWaiting(stream.send('y'))).toBe(true);
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

  test('cuts a client when too much is buffered for it', async () => {
    const opened = deferred<EventStream>();
    const { port } = await serve((_req, res) => opened.resolve(sse(res, { maxBuffer: 100_000 })));
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
      const stream = sse(res);
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
    const { origin } = await serve((_req, res) => sse(res).sendAll(['a', { id: 2, data: 'b' }]));
    expect(await (await fetch(`${origin}/events`)).text()).toBe('data: a\n\nid: 2\ndata: b\n\n');
  });

  test('ends when endLongLived is called with its server', async () => {
    const opened = deferred<EventStream>();
    const { origin, server } = await serve((_req, res) => opened.resolve(sse(res)));
    const response = await fetch(`${origin}/events`);
    const stream = await opened.promise;
    void stream.send('last');
    endLongLived(server);
    expect(await response.text()).toBe('data: last\n\n');
    expect(stream.isClosed).toBe(true);
  });

  test('is refused after the response has started', async () => {
    const { origin } = await serve((_req, res) => {
      res.write('a');
      expect(() => sse(res)).toThrow(expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' }));
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
      expect(() => sse(res, options as EventStreamOptions)).toThrow(message);
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
