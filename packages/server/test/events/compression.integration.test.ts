import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import compression from 'compression';
import { describe, expect, test } from 'vitest';
import type { Application, EventStream, EventStreamOptions, RequestHandler } from '../../src/index.ts';
import { readUntil, transports } from './event-client.ts';

const GZIP = { 'Accept-Encoding': 'gzip' };

describe.each(transports)('res.sse with compression in %s', (_name, { createApplication, request }) => {
  function withCompression(handler: RequestHandler): Application {
    const app = createApplication();
    app.use(compression({ threshold: 0 }));
    app.get('/events', handler);
    return app;
  }

  /** Has compression compress an event stream, as a middleware does that writes `Cache-Control` with the head. */
  function compressed(
    start: (stream: EventStream) => void,
    options?: EventStreamOptions,
  ): [Application, onDrains: () => number] {
    let listeners = 0;
    const app = withCompression((_req, res) => {
      const { writeHead, on } = res;
      res.writeHead = function (this: typeof res, ...args: unknown[]) {
        this.setHeader('Cache-Control', 'no-cache');
        return Reflect.apply(writeHead, this, args);
      } as typeof writeHead;
      res.on = function (this: typeof res, event: string, listener: never) {
        if (event === 'drain') listeners++;
        return on.call(this, event, listener);
      } as typeof on;
      start(res.sse(options));
    });
    return [app, () => listeners];
  }

  test.each([
    [undefined, 'no-cache, no-transform'],
    ['no-cache', 'no-cache, no-transform'],
    ['', 'no-transform'],
    ['private,no-transform , max-age=0', 'private,no-transform , max-age=0'],
    ['No-Transform', 'No-Transform, no-transform'],
    ['x-no-transform', 'x-no-transform, no-transform'],
    [['no-store', 'private'], 'no-store,private, no-transform'],
  ])('sends an event immediately when Cache-Control is %j', async (value, expected) => {
    const app = withCompression((_req, res) => {
      if (value !== undefined) res.setHeader('Cache-Control', value);
      void res.sse().send('a');
    });
    const { headers, body } = await request(app, GZIP);
    expect(await readUntil(body, '\n\n')).toBe('data: a\n\n');
    expect([headers['cache-control'], headers['content-encoding']]).toEqual([expected, undefined]);
  });

  test('sends each event once when the handler flushes the response', async () => {
    const app = withCompression(async (_req, res) => {
      res.setHeader('Cache-Control', 'no-cache');
      const stream = res.sse();
      for (const data of ['a', 'b', 'c']) {
        void stream.send(data);
        (res as unknown as { flush(): void }).flush();
        await turn();
      }
    });
    const { body } = await request(app, GZIP);
    expect(await readUntil(body, 'c\n\n')).toBe('data: a\n\ndata: b\n\ndata: c\n\n');
  });

  test('sends an event immediately even when it is compressed', async () => {
    const [app] = compressed((stream) => void stream.send('a'));
    const { headers, body } = await request(app, GZIP);
    expect(headers['content-encoding']).toBe('gzip');
    const text = body.pipe(createGunzip()).on('error', () => {});
    expect(await readUntil(text, '\n\n')).toBe('data: a\n\n');
  });

  test('disconnects a client that does not read when compression buffers the events', async () => {
    const maxBuffer = 500_000;
    let sent = 0;
    let stream: EventStream | undefined;
    const [app] = compressed(
      (started) => {
        stream = started;
      },
      { maxBuffer },
    );
    const { body } = await request(app, GZIP);
    // What the kernel and the window of HTTP/2 take is not counted.
    while (stream?.isClosed === false && sent < 100_000_000) {
      const data = randomBytes(50_000).toString('base64');
      void stream.send(data);
      sent += data.length;
      await turn();
    }
    expect(stream?.isClosed).toBe(true);
    body.destroy();
  });

  test('waits with a single listener for a reading client when events are compressed', async () => {
    const data = randomBytes(150_000).toString('base64');
    const [app, onDrains] = compressed(
      async (stream) => {
        for (let count = 0; count < 30; count++) expect(await stream.send(data)).toBe(true);
        stream.close();
      },
      { maxBuffer: 100_000 },
    );
    const { body } = await request(app, GZIP);
    const text = (await body.pipe(createGunzip()).setEncoding('utf8').toArray()).join('');
    expect(text.length).toBe(30 * `data: ${data}\n\n`.length);
    expect(onDrains()).toBe(1);
  });
});
