import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest, OutgoingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough, Readable, Stream, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer, type Response as ServerResponse } from '../src/index.ts';

const open: Application[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close({ grace: 0 })));
});

async function start(app: Application): Promise<number> {
  open.push(app);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

type Sent = readonly [status: number, type: string | null, length: string | null, text: string];

/** What a client gets of a value that is sent. */
async function sent(app: Application, send: (res: ServerResponse) => unknown, method = 'GET'): Promise<Sent> {
  app.get('/', (_req, res) => void send(res));
  app.use((error: Error, _req: unknown, res: ServerResponse, _next: unknown) =>
    res.status(500).type('txt').send(error.message),
  );
  const response = await fetch(`http://127.0.0.1:${await start(app)}/`, { method });
  const { status, headers } = response;
  return [status, headers.get('content-type'), headers.get('content-length'), await response.text()];
}

const BYTES = 'application/octet-stream';

describe.each([true, false])('res.send() in createServer({ fastLane: %s })', (fastLane) => {
  const create = (): Application => createServer({ fastLane, logError: () => {} });

  test.each<[string, () => unknown, Sent]>([
    [
      'a stream',
      () => Readable.from([Buffer.from('one '), Buffer.from('two')]),
      [200, BYTES, null, 'one two'],
    ],
    ['a web stream', () => new Blob(['web']).stream(), [200, BYTES, null, 'web']],
    [
      'an asynchronous generator',
      async function* () {
        yield 'one ';
        yield Buffer.from('two');
      },
      [200, BYTES, null, 'one two'],
    ],
    [
      'an old-style stream without destroy()',
      () => {
        const stream = new Stream();
        process.nextTick(() => stream.emit('data', 'old') && stream.emit('end'));
        return stream;
      },
      [200, BYTES, null, 'old'],
    ],
    ['a Blob', () => new Blob(['<p>'], { type: 'text/html' }), [200, 'text/html', '3', '<p>']],
    ['an ArrayBuffer', () => new Uint8Array([97, 98]).buffer, [200, BYTES, '2', 'ab']],
    [
      'a Response',
      () => Response.json({ a: 1 }, { status: 202 }),
      [202, 'application/json', null, '{"a":1}'],
    ],
    ['a Response without a body', () => new Response(null, { status: 204 }), [204, null, null, '']],
    [
      'a class with toJSON',
      () => new Date(0),
      [200, 'application/json; charset=utf-8', '26', '"1970-01-01T00:00:00.000Z"'],
    ],
    [
      'an emitter of the application with a method pipe()',
      () => Object.assign(Object.create({ on() {}, pipe() {} }), { a: 1 }),
      [200, 'application/json; charset=utf-8', '7', '{"a":1}'],
    ],
    [
      'an object without a prototype',
      () => Object.assign(Object.create(null), { a: 1 }),
      [200, 'application/json; charset=utf-8', '7', '{"a":1}'],
    ],
  ])('sends %s', async (_name, make, expected) => {
    expect(await sent(create(), (res) => res.send(make()))).toEqual(expected);
  });

  test('sends a response of fetch() with the length of its decoded content', async () => {
    const text = 'hello '.repeat(100);
    const upstream = createHttpServer((_req, res) => {
      res.writeHead(200, {
        'Content-Encoding': 'gzip',
        'Content-Length': gzipSync(text).length,
        'X-Up': '1',
      });
      res.end(gzipSync(text));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const app = create().get('/', async (_req, res) => void res.send(await fetch(url)));
    const response = await fetch(`http://127.0.0.1:${await start(app)}/`);
    expect([response.headers.get('content-encoding'), response.headers.get('x-up')]).toEqual([null, '1']);
    expect(await response.text()).toBe(text);
    upstream.closeAllConnections();
    upstream.close();
  });

  test('keeps the type that is set, and sends no content to HEAD', async () => {
    const stream = Readable.from([Buffer.from('a,b')]);
    const [, type, , text] = await sent(create(), (res) => res.type('csv').send(stream), 'HEAD');
    expect([type, text]).toEqual(['text/csv; charset=utf-8', '']);
    expect(stream.destroyed).toBe(true);
  });

  test.each<[string, (res: ServerResponse) => unknown, string]>([
    [
      'a promise',
      (res) => res.send(Promise.resolve(1)),
      'Invalid body of res.send(): got a promise: write res.send(await …)',
    ],
    [
      'a promise for json()',
      (res) => res.json(Promise.resolve(1)),
      'Invalid body of res.json(): got a promise: write res.json(await …)',
    ],
    [
      'an error',
      (res) => res.send(new Error('secret')),
      'Invalid body of res.send(): got an error: throw it, or pass it to next()',
    ],
    [
      'a stream that can only be written',
      (res) => res.send(new Writable()),
      'Invalid body of res.send(): got a writable stream: send a readable one',
    ],
    [
      'a request to another server',
      (res) => res.send(httpRequest({ host: '127.0.0.1', port: 9, agent: false }).on('error', () => {})),
      'Invalid body of res.send(): got a writable stream: send a readable one',
    ],
    [
      'a message that is sent',
      (res) => res.send(new OutgoingMessage()),
      'Invalid body of res.send(): got a writable stream: send a readable one',
    ],
    [
      'a stream that fails at once',
      (res) => res.send(new PassThrough().destroy(new Error('no file'))),
      'no file',
    ],
    [
      'a stream of objects',
      (res) => res.send(Readable.from([{ a: 1 }])),
      'Invalid chunk of a stream: expected a string or bytes, got object',
    ],
    [
      'a stream that is closed',
      (res) => res.send(new PassThrough().destroy()),
      'The stream passed to res.send() closed early.',
    ],
  ])('fails for %s', async (_name, send, message) => {
    const [status, type, , text] = await sent(create(), send);
    expect([status, type, text]).toEqual([500, 'text/plain; charset=utf-8', message]);
  });

  test('sends an error response without the headers of the failed stream', async () => {
    const headers = { 'Content-Type': 'text/csv', 'Cache-Control': 'max-age=60', ETag: '"1"' };
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('disk')) });
    const app = create()
      .get('/', () => new Response(body, { headers }))
      .use((error: Error, _req: unknown, res: ServerResponse, _next: unknown) =>
        res.status(500).json({ error: error.message }),
      );
    const response = await fetch(`http://127.0.0.1:${await start(app)}/`);
    expect([response.status, await response.json()]).toEqual([500, { error: 'disk' }]);
    expect(Object.keys(headers).map((name) => response.headers.get(name))).toEqual([
      'application/json; charset=utf-8',
      null,
      expect.not.stringMatching(/^"1"$/),
    ]);
  });

  test('sends no content of a stream with the status 304', async () => {
    const [status, type, , text] = await sent(create(), (res) => res.status(304).send(Readable.from(['a'])));
    expect([status, type, text]).toEqual([304, null, '']);
  });

  test('responds to HEAD when the stream fails', async () => {
    const send = (res: ServerResponse): unknown => res.send(new PassThrough().destroy(new Error('no file')));
    const [status, , , text] = await sent(create(), send, 'HEAD');
    expect([status, text]).toEqual([200, '']);
  });

  test('aborts a response whose stream fails later and logs why, and destroys a stream whose client disconnects', async () => {
    const streams: PassThrough[] = [];
    const logged: unknown[] = [];
    const app = createServer({ fastLane, logError: (error) => logged.push(error) }).get('/', (_req, res) => {
      const stream = new PassThrough();
      streams.push(stream);
      stream.write('begin');
      res.send(stream);
    });
    const port = await start(app);
    const outgoing = httpRequest({ port, host: '127.0.0.1' }).end();
    const [incoming] = await once(outgoing, 'response');
    await once(incoming, 'data');
    streams[0]?.destroy(new Error('disk'));
    expect((await once(incoming, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' });
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(client, 'data');
    client.destroy();
    await expect.poll(() => streams[1]?.destroyed).toBe(true);
    expect(logged).toEqual([new Error('disk')]);
  });

  test.each([
    ['longer', () => Readable.from([Buffer.from('abc'), Buffer.from('defg')], { objectMode: false }), 'abc'],
    ['shorter', () => Readable.from([Buffer.from('abc')], { objectMode: false }), 'abc'],
    ['of strings that are longer', () => Readable.from(['ab', 'cdé']), 'ab'],
  ])('aborts a response whose stream is %s than its Content-Length', async (_name, stream, sentBytes) => {
    const logged: unknown[] = [];
    const app = createServer({ fastLane, logError: (error) => logged.push(error) });
    app.get('/', (_req, res) => void res.set('Content-Length', '4').send(stream()));
    const client = connect(await start(app), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const text = (await client.toArray()).join('');
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(sentBytes);
    expect(logged).toMatchObject([{ code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' }]);
  });

  test('responds with 500 when the first chunk of a stream is longer than its Content-Length', async () => {
    const send = (res: ServerResponse): unknown => res.set('Content-Length', '1').send(Readable.from(['ab']));
    expect(await sent(create(), send)).toEqual([
      500,
      'text/plain; charset=utf-8',
      '86',
      'The response body does not match its Content-Length: expected 1 bytes, got at least 2.',
    ]);
  });

  test('responds with 500 to a response without the content that its Content-Length promises', async () => {
    const empty = (): unknown => new Response(null, { headers: { 'Content-Length': '5', ETag: '"1"' } });
    const send = (res: ServerResponse): unknown => res.send(empty());
    const [status, type, , text] = await sent(create(), send);
    expect([status, type, text]).toEqual([
      500,
      'text/plain; charset=utf-8',
      'The response body does not match its Content-Length: expected 5 bytes, got 0.',
    ]);
    const [headStatus, , length] = await sent(create(), send, 'HEAD');
    expect([headStatus, length]).toEqual([200, '5']);
  });

  test('reads a stream no faster than its client', async () => {
    const chunk = Buffer.alloc(65_536);
    const total = 1_024 * chunk.length;
    let received = 0;
    let furthestAhead = 0;
    const chunks = function* (): Generator<Buffer> {
      for (let read = 0; read < total; read += chunk.length) {
        furthestAhead = Math.max(furthestAhead, read - received);
        yield chunk;
      }
    };
    const app = create().get('/', (_req, res) => {
      res.send(Readable.from(chunks(), { objectMode: false }));
    });
    const { body } = await fetch(`http://127.0.0.1:${await start(app)}/`);
    for await (const { length } of body as ReadableStream<Uint8Array>) received += length;
    expect(received).toBe(total);
    // The kernel buffers some megabytes.
    expect(furthestAhead).toBeLessThan(total / 2);
  });
});

test('res.send() and res.json() serialize objects in nextpress/express, as Express does', async () => {
  const app = (): Application => createExpressApplication(5).set('env', 'test');
  for (const send of [
    (res: ServerResponse) => res.send(Promise.resolve(1)),
    (res: ServerResponse) => res.json(Promise.resolve(1)),
    (res: ServerResponse) => res.send(new ArrayBuffer(2)),
  ]) {
    expect((await sent(app(), send)).at(-1)).toBe('{}');
  }
});
