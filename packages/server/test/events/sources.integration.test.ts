import { EventEmitter, on, once } from 'node:events';
import { describe, expect, type Mock, test, vi } from 'vitest';
import type { Application, EventStream } from '../../src/index.ts';
import { readUntil, transports } from './event-client.ts';

interface WaitingSource extends AsyncIterable<string> {
  readonly next: Mock<() => Promise<unknown>>;
  readonly return: Mock<() => Promise<unknown>>;
}

/** A source whose `next` waits forever after the first events. */
function waitingSource(...events: string[]): WaitingSource {
  const source = {
    next: vi.fn((): Promise<unknown> => {
      const value = events.shift();
      return value === undefined ? new Promise(() => {}) : Promise.resolve({ done: false, value });
    }),
    return: vi.fn((): Promise<unknown> => Promise.resolve({ done: true, value: undefined })),
    [Symbol.asyncIterator]: () => source as never,
  };
  return source;
}

describe.each(transports)('EventStream.sendAll in %s', (_name, { createApplication, request }) => {
  /** Starts an event stream, and resolves when what is done with it has settled. */
  function serve(use: (stream: EventStream) => Promise<unknown>): [Application, settled: Promise<unknown>] {
    const app = createApplication();
    const settled = new Promise((resolve) => {
      app.get('/events', (_req, res) => use(res.sse()).then(resolve, resolve));
    });
    return [app, settled];
  }

  test('settles and returns the source when the client disconnects while the source waits', async () => {
    const source = waitingSource('a');
    const [app, settled] = serve((stream) => stream.sendAll(source));
    const { body } = await request(app);
    await readUntil(body, '\n\n');
    body.destroy();
    expect(await settled).toBeUndefined();
    expect(source.return).toHaveBeenCalledTimes(1);
  });

  test('settles and returns the source when the stream is closed while the source waits', async () => {
    const source = waitingSource();
    const [app, settled] = serve(async (stream) => {
      const sent = stream.sendAll(source);
      stream.close();
      await sent;
    });
    expect((await (await request(app)).body.toArray()).length).toBe(0);
    expect(await settled).toBeUndefined();
    expect(source.return).toHaveBeenCalledTimes(1);
  });

  test('removes the listeners of a source that waits for an emitter when the client disconnects', async () => {
    const news = new EventEmitter();
    const [app, settled] = serve((stream) => stream.sendAll(on(news, 'article') as AsyncIterable<never>));
    const { body } = await request(app);
    expect(news.listenerCount('article')).toBe(1);
    body.destroy();
    expect(await settled).toBeUndefined();
    expect(news.listenerCount('article')).toBe(0);
  });

  test('ignores errors of a source when the stream has ended', async () => {
    let lose: (error: Error) => void = () => {};
    const source = {
      next: () => new Promise((_resolve, reject) => (lose = reject)),
      return: () => Promise.reject(new Error('lost too')),
      [Symbol.asyncIterator]: () => source as never,
    };
    const [app, settled] = serve((stream) => stream.sendAll(source));
    (await request(app)).body.destroy();
    expect(await settled).toBeUndefined();
    lose(new Error('lost'));
  });

  test('returns the source without an event when the stream has already ended', async () => {
    const source = waitingSource('a');
    const [app, settled] = serve((stream) => {
      stream.close();
      return stream.sendAll(source);
    });
    await request(app);
    expect(await settled).toBeUndefined();
    expect([source.next.mock.calls.length, source.return.mock.calls.length]).toEqual([0, 1]);
  });

  test('returns the source when the response has been ended', async () => {
    let isReleased = false;
    const app = createApplication();
    const settled = new Promise((resolve) => {
      app.get('/events', async (_req, res) => {
        const stream = res.sse();
        res.end();
        resolve(
          await stream.sendAll(
            (function* () {
              try {
                for (;;) yield 'a';
              } finally {
                isReleased = true;
              }
            })(),
          ),
        );
      });
    });
    await request(app);
    expect([await settled, isReleased]).toEqual([undefined, true]);
  });

  test('returns the source and rejects when an event is invalid', async () => {
    const source = waitingSource(7 as never);
    const [app, settled] = serve((stream) => stream.sendAll(source));
    const { body } = await request(app);
    expect(await settled).toBeInstanceOf(TypeError);
    expect(source.return).toHaveBeenCalledTimes(1);
    body.destroy();
  });

  test('rejects when the source is not iterable', async () => {
    const [app, settled] = serve((stream) => stream.sendAll(undefined as never));
    const { body } = await request(app);
    expect(await settled).toBeInstanceOf(TypeError);
    body.destroy();
  });

  test('waits for each promise of an array', async () => {
    const events = [Promise.resolve('a'), 'b'] as string[];
    const [app, settled] = serve((stream) => stream.sendAll(events));
    const { body } = await request(app);
    expect(String(Buffer.concat(await body.toArray()))).toBe('data: a\n\ndata: b\n\n');
    await settled;
  });
});

describe.each(transports)('EventStream.send in %s', (_name, { createApplication, request }) => {
  test('sends events larger than maxBuffer to a client that reads', async () => {
    const app = createApplication();
    app.get('/events', async (_req, res) => {
      const stream = res.sse({ maxBuffer: 100_000 });
      for (let count = 0; count < 5; count++) await stream.send('x'.repeat(1_200_000));
      stream.close();
    });
    const { body } = await request(app);
    const text = String(Buffer.concat(await body.toArray()));
    expect(text.length).toBe(5 * 'data: \n\n'.length + 5 * 1_200_000);
  });

  test('ends the stream of a client with too many pending bytes after sending these', async () => {
    const app = createApplication();
    let isClosed: boolean | undefined;
    app.get('/events', (_req, res) => {
      const stream = res.sse({ maxBuffer: 100_000 });
      void stream.send('x'.repeat(1_200_000));
      void stream.send('lost');
      ({ isClosed } = stream);
    });
    const { body } = await request(app);
    const text = String(Buffer.concat(await body.toArray()));
    expect([isClosed, text.length]).toEqual([true, 'data: \n\n'.length + 1_200_000]);
  });

  test('disconnects a client that reads none of the pending bytes', async () => {
    const app = createApplication();
    const isCut = new Promise((resolve) => {
      app.get('/events', (req, res) => {
        res.once('close', () => resolve(req.socket.destroyed));
        const stream = res.sse({ maxBuffer: 100_000 });
        for (let count = 0; count < 2; count++) void stream.send('x'.repeat(50_000_000));
      });
    });
    const { body } = await request(app);
    body.on('error', () => {});
    expect(await isCut).toBe(true);
  });

  test('resolves to false when the client disconnects while the event waits', async () => {
    const app = createApplication();
    const sent = new Promise((resolve) => {
      app.get('/events', (_req, res) => resolve(res.sse().send('x'.repeat(50_000_000))));
    });
    const { body } = await request(app);
    await once(body, 'readable');
    body.destroy();
    expect(await sent).toBe(false);
  });

  test('resolves when a replaced write returns nothing', async () => {
    const app = createApplication();
    app.use((_req, res, next) => {
      const { write } = res;
      res.write = function (this: typeof res, ...args: unknown[]) {
        Reflect.apply(write, this, args);
      } as typeof write;
      next();
    });
    const sent = new Promise((resolve) => {
      app.get('/events', async (_req, res) => {
        const stream = res.sse();
        resolve(await stream.send('a'));
        stream.close();
      });
    });
    expect(String(Buffer.concat(await (await request(app)).body.toArray()))).toBe('data: a\n\n');
    expect(await sent).toBe(true);
  });
});
