import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createServer } from '../../src/index.ts';
import { open, read, request, start } from './http2-client.ts';
import { DATA, dial, END_STREAM, frame, head, reset } from './http2-frames.ts';

/** How much of a body a client may send by default (RFC 9113 §6.9.2). */
const WINDOW = 65_535;

const silent = { logError: () => {}, http2: true };

/** An application that gives the test the messages of its next request. */
function capture() {
  let resolve: (messages: [IncomingMessage, ServerResponse]) => void = () => {};
  const arrived = new Promise<[IncomingMessage, ServerResponse]>((done) => {
    resolve = done;
  });
  const app = createServer(silent);
  app.use((req, res) => resolve([req, res]));
  return { app, arrived };
}

/** Reads a body, and tells how that ended. */
async function outcome(req: IncomingMessage): Promise<string> {
  let length = 0;
  try {
    for await (const chunk of req) length += (chunk as Buffer).length;
    return `${length} bytes`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

const post = { ':method': 'POST', ':path': '/' };

describe('a body', () => {
  test('is read to its end when the response was sent first', async () => {
    const { app, arrived } = capture();
    const stream = open(await start(app)).request(post);
    stream.write('abc');
    const [req, res] = await arrived;
    const rest = outcome(req);
    res.end('early');
    await once(stream, 'data');
    stream.end(Buffer.alloc(300_000));
    expect(await rest).toBe('300003 bytes');
  });

  test('that arrived with its head is complete', async () => {
    const { app, arrived } = capture();
    dial(await start(app)).write(
      Buffer.concat([head(1, 0, post), frame(DATA, END_STREAM, 1, Buffer.from('abc'))]),
    );
    const [req] = await arrived;
    expect(await outcome(req)).toBe('3 bytes');
    expect(req.complete).toBe(true);
  });

  test('waits in the client beyond its window when it is not read', async () => {
    const { app, arrived } = capture();
    const session = open(await start(app));
    session.request(post).end(Buffer.alloc(1_000_000));
    const [req, res] = await arrived;
    // A PING is answered after the DATA before it, and a window is opened before the answer.
    const ping = promisify(session.ping.bind(session) as (done: () => void) => boolean);
    while (req.readableLength < WINDOW) await ping();
    for (let count = 0; count < 3; count++) await ping();
    expect(req.readableLength).toBe(WINDOW);
    expect(await outcome(req)).toBe('1000000 bytes');
    res.end();
  });

  test.each([0, 8])('fails when the stream is reset with code %i after the response', async (code) => {
    const { app, arrived } = capture();
    const socket = dial(await start(app));
    socket.write(Buffer.concat([head(1, 0, post), frame(DATA, 0, 1, Buffer.from('abc'))]));
    const [req, res] = await arrived;
    const rest = outcome(req);
    res.end('early');
    await once(res, 'finish');
    socket.write(reset(1, code));
    expect(await rest).toBe('ECONNRESET');
  });

  test('that is late fails in its handler, and its stream ends with the response', async () => {
    const app = createServer({ ...silent, requestTimeout: 100, headersTimeout: 0 });
    let result: Promise<string> | undefined;
    app.post('/', (req) => {
      result = outcome(req);
    });
    const stream = open(await start(app)).request(post);
    stream.write('a');
    expect((await read(stream)).status).toBe(408);
    expect(await result).toBe('ECONNRESET');
  });
});

describe('a stream that the client resets without an error', () => {
  test('closes when its body has not been read', async () => {
    const { app, arrived } = capture();
    const socket = dial(await start(app));
    socket.write(Buffer.concat([head(1, 0, post), frame(DATA, 0, 1, Buffer.alloc(100))]));
    const [req, res] = await arrived;
    const aborted = once(req, 'aborted');
    const closed = once(res, 'close');
    socket.write(reset(1, 0));
    await Promise.all([aborted, closed]);
    expect(await app.close({ grace: 20_000 })).toEqual({ cut: [] });
  });

  test('closes when its response waits for room', async () => {
    const { app, arrived } = capture();
    const socket = dial(await start(app));
    socket.write(head(1, END_STREAM, {}));
    const [, res] = await arrived;
    res.end(Buffer.alloc(1_000_000));
    const closed = once(res, 'close');
    socket.write(reset(1, 0));
    await closed;
    expect(await app.close({ grace: 20_000 })).toEqual({ cut: [] });
  });
});

describe('a response', () => {
  test('emits `finish` in the context of its handler when the body of its request has been read', async () => {
    const storage = new AsyncLocalStorage<string>();
    const events: string[] = [];
    const onFinish = (): void => void events.push('published');
    channel('http.server.response.finish').subscribe(onFinish);
    onTestFinished(() => void channel('http.server.response.finish').unsubscribe(onFinish));
    const app = createServer(silent);
    app.use((req, _res, next) => storage.run(req.url ?? '', next));
    app.post('/:name', async (req, res) => {
      await outcome(req);
      for (const event of ['finish', 'close']) {
        res.on(event, () => events.push(`${event} in ${storage.getStore()}`));
      }
      res.end('a', () => events.push('called back'));
    });
    const session = open(await start(app));
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
    await Promise.all(paths.map((path) => request(session, { ...post, ':path': path }, 'abc')));
    await expect.poll(() => events).toHaveLength(80);
    const of = (name: string) => paths.map((path) => `${name} in ${path}`);
    expect(events.toSorted()).toEqual(
      [...of('finish'), ...of('close'), ...paths.flatMap(() => ['published', 'called back'])].sort(),
    );
  });

  test.each([
    ['GET', END_STREAM, ''],
    ['POST', 0, 'abc'],
  ])(
    'to %s emits no `finish` when the client leaves before it has everything',
    async (method, flags, body) => {
      const { app, arrived } = capture();
      const socket = dial(await start(app));
      socket.write(head(1, flags, { ':method': method }));
      if (body !== '') socket.write(frame(DATA, END_STREAM, 1, Buffer.from(body)));
      const [req, res] = await arrived;
      await outcome(req);
      const onFinish = vi.fn();
      res.on('finish', onFinish);
      res.end(Buffer.alloc(1_000_000));
      const closed = once(res, 'close');
      socket.write(reset(1));
      await closed;
      await new Promise((resolve) => setImmediate(resolve));
      expect(onFinish).not.toHaveBeenCalled();
    },
  );

  test.each([199, 600])('with status %i gets 500 instead', async (status) => {
    const logError = vi.fn();
    const app = createServer({ ...silent, logError }).get('/', (_req, res) => res.status(status).send('a'));
    const session = open(await start(app));
    const response = await request(session, { ':path': '/' });
    expect(String(logError.mock.calls[0]?.[0])).toContain(
      `Invalid status over HTTP/2: expected 200 to 599, got ${status}.`,
    );
    expect([response.status, response.code]).toEqual([500, 0]);
  });

  test('keeps the bytes of a header value, except spaces and tabs around it', async () => {
    const name = Buffer.from('voilà').toString('latin1');
    const app = createServer(silent).get('/', (_req, res) => {
      res.setHeader('X-Name', `\t ${name}`);
      res.send('a');
    });
    const { headers } = await request(open(await start(app)), { ':path': '/' });
    expect(headers['x-name']).toBe(name);
  });
});

describe('setTimeout', () => {
  test.each(['request', 'response', 'server'])('of a %s calls back', async (of) => {
    const { app, arrived } = capture();
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void app.close({ grace: 0 }));
    await once(server, 'listening');
    const called = new Promise<void>((resolve) => {
      if (of === 'server') server.setTimeout(20, () => resolve());
      else void arrived.then(([req, res]) => (of === 'request' ? req : res).setTimeout(20, () => resolve()));
    });
    const stream = open((server.address() as { port: number }).port).request(post);
    stream.on('error', () => {});
    await called;
    const [, res] = await arrived;
    const response = once(stream, 'response');
    res.end('in spite of it');
    expect((await response)[0][':status']).toBe(200);
  });

  test('resets the stream when nothing listens', async () => {
    const { app, arrived } = capture();
    const stream = open(await start(app)).request({ ':path': '/' });
    const response = read(stream);
    (await arrived)[1].setTimeout(20);
    expect((await response).code).toBe(2);
  });
});

describe('a socket', () => {
  test.each(['destroy', 'destroySoon', 'end', 'resetAndDestroy', 'write'] as const)(
    'resets its stream when a handler calls `%s` before the response',
    async (name) => {
      const app = createServer(silent).get('/', (req) => {
        (req.socket as unknown as Record<string, (data?: string) => void>)[name]?.(
          name === 'write' ? 'HTTP/1.1 400 Bad Request\r\n\r\n' : undefined,
        );
      });
      const { status, code } = await request(open(await start(app)), { ':path': '/' });
      expect([status, code]).toEqual([Number.NaN, 2]);
    },
  );

  test('is a stream, with the addresses of its connection', async () => {
    const { app, arrived } = capture();
    const port = await start(app);
    const response = request(open(port), { ':path': '/' });
    const [{ socket }, res] = await arrived;
    const onClose = vi.fn();
    Object.assign(socket, { encrypted: true, note: 1 });
    expect([socket instanceof Duplex, socket.on('close', onClose) === socket]).toEqual([true, true]);
    expect([socket.localPort, socket.remoteFamily]).toEqual([port, 'IPv4']);
    expect([Reflect.get(socket, 'encrypted'), Reflect.get(socket, 'note')]).toEqual([undefined, 1]);
    expect([socket.readable, socket.writable, socket.destroyed]).toEqual([true, true, false]);
    res.end();
    await response;
    await expect.poll(() => onClose).toHaveBeenCalledTimes(1);
    expect(socket.destroyed).toBe(true);
  });

  test.each(['', 'P', 'PRI * HTTP/2'])(
    'is closed when its client has left after the bytes "%s"',
    async (bytes) => {
      const port = await start(createServer(silent));
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.end(bytes);
      await once(socket.resume(), 'close');
    },
  );
});

test('a response has one `drain` listener on its stream when its handler writes on regardless', async () => {
  const { app, arrived } = capture();
  const stream = open(await start(app)).request({ ':path': '/' });
  const [req, res] = await arrived;
  const before = req.socket.listenerCount('drain');
  for (let count = 0; count < 100; count++) res.write(Buffer.alloc(10_000));
  expect(req.socket.listenerCount('drain') - before).toBe(1);
  const onDrain = vi.fn();
  res.on('drain', onDrain);
  stream.resume();
  await once(res, 'drain');
  res.end();
  await once(stream, 'end');
  expect(onDrain).toHaveBeenCalledTimes(1);
});
