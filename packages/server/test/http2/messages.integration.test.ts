import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { constants } from 'node:http2';
import { Readable } from 'node:stream';
import { connectSecurely, exchange, serverSecret, settle } from '@nextpress-internal/test-kit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createServer, type RequestHandler } from '../../src/index.ts';
import { open, openSecurely, read, request, start } from './http2-client.ts';
import { DATA, dial, END_STREAM, frame, framesOf, HEADERS, head, PREFACE, SETTINGS } from './http2-frames.ts';

const silent = { logError: () => {}, http2: true };

test('sent headers are the same over both protocols', async () => {
  const app = createServer(silent);
  const sent: unknown[] = [];
  app.use((_req, res, next) => {
    res.on('finish', () => sent.push([res.getHeader('content-length'), res.getHeader('content-type')]));
    next();
  });
  app.get('/end', (_req, res) => void res.end('abc'));
  app.get('/head', (_req, res) => void res.writeHead(200, { 'Content-Type': 'a/b' }).end('abc'));
  app.get('/send', (_req, res) => res.send('abc'));
  const port = await start(app);
  const paths = ['/end', '/head', '/send'];
  for (const path of paths) await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  await expect.poll(() => sent).toHaveLength(paths.length);
  for (const path of paths) await request(open(port), { ':path': path });
  await expect.poll(() => sent).toHaveLength(2 * paths.length);
  expect(sent.slice(paths.length)).toEqual(sent.slice(0, paths.length));
  expect(sent[0]).toEqual(['3', undefined]);
});

describe('the protocol', () => {
  test('is chosen by ALPN, and HTTP/1.1 is read in the fast lane', async () => {
    const app = createServer({ ...silent, tls: serverSecret });
    app.get('/', (req, res) => res.send(req.httpVersion));
    const server = app.listen(0, '127.0.0.1') as ReturnType<typeof app.listen> & {
      stats(): { fast: number };
    };
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect((await request(openSecurely(port), { ':path': '/' })).body).toBe('2.0');
    const http1 = connectSecurely(port);
    const responses = await exchange(http1, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', { responses: 1 });
    expect(responses[0]?.body).toBe('1.1');
    expect(server.stats().fast).toBe(1);
    await app.close();
  });

  test('is detected by the first bytes without TLS, even if they arrive one by one', async () => {
    const app = createServer(silent).get('/', (req, res) => res.send(req.httpVersion));
    const port = await start(app);
    expect((await request(open(port), { ':path': '/' })).body).toBe('2.0');
    const head = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect((await exchange(port, head))[0]?.body).toBe('1.1');
    expect(
      (await exchange(port, ['P', 'O', 'ST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n']))[0]?.status,
    ).toBe(405);
  });

  test('is only HTTP/1.1 without the option', async () => {
    const port = await start(createServer({ logError: () => {} }));
    const session = open(port);
    const error = await new Promise((resolve) => session.once('error', resolve));
    expect(error).toMatchObject({ code: 'ERR_HTTP2_ERROR' });
  });
});

describe('a request', () => {
  test('hides pseudo-headers, and has the addresses of its connection', async () => {
    const app = createServer(silent).all('/:name', (req, res) => {
      const { headers, hostname, httpVersion, ip, method, params, protocol, query, rawHeaders, socket } = req;
      const { encrypted = false } = socket as { encrypted?: boolean };
      res.json({
        headers,
        hostname,
        httpVersion,
        ip,
        method,
        params,
        protocol,
        query,
        rawHeaders,
        encrypted,
      });
    });
    const { body } = await request(open(await start(app)), {
      ':path': '/seven?a=1',
      ':authority': 'shop.example:8080',
      cookie: 'a=1; b=2',
      'x-name': 'value',
    });
    const headers = { host: 'shop.example:8080', cookie: 'a=1; b=2', 'x-name': 'value' };
    expect(JSON.parse(body)).toEqual({
      headers,
      hostname: 'shop.example',
      httpVersion: '2.0',
      ip: '127.0.0.1',
      method: 'GET',
      params: { name: 'seven' },
      protocol: 'http',
      query: { a: '1' },
      rawHeaders: Object.entries(headers).flat(),
      encrypted: false,
    });
  });

  test.each([
    ['two hosts', { ':path': '/', ':authority': 'a', host: 'b' }, 400],
    ['an invalid host', { ':path': '/', ':authority': 'a b' }, undefined],
    ['the same host twice', { ':path': '/', ':authority': 'a', host: 'A' }, 200],
    ['an unknown expectation', { ':path': '/', expect: 'a-pony' }, 417],
    ['a path without a slash', { ':path': 'path' }, undefined],
    // It would pass a guard that compares `req.method` with 'GET'.
    ['a method in lower case', { ':path': '/', ':method': 'get' }, 501],
    ['an unknown method', { ':path': '/', ':method': 'FOO' }, 501],
    ['a method that needs a proxy', { ':method': 'CONNECT', ':authority': 'a:1' }, 501],
  ])('with %s', async (_name, headers, status) => {
    const app = createServer(silent).get('/', (_req, res) => res.send(''));
    const session = open(await start(app));
    const response = await request(session, headers);
    // nghttp2 resets the stream where no status is expected.
    if (status === undefined) expect([response.code, response.status >= 400]).not.toEqual([0, false]);
    else expect(response.status).toBe(status);
    expect((await request(session, { ':path': '/' })).status).toBe(200);
  });

  test.each([
    [true, '1, 2'],
    [undefined, '1'],
  ])('has repeated headers joined when `joinDuplicateHeaders` is %s', async (joinDuplicateHeaders, age) => {
    const app = createServer({ ...silent, joinDuplicateHeaders });
    const arrived = new Promise((resolve) => {
      app.get('/', (req) => resolve(req.headers.age));
    });
    dial(await start(app)).write(head(1, END_STREAM, { age: ['1', '2'] }));
    expect(await arrived).toBe(age);
  });

  test('has its body and its trailers', async () => {
    const app = createServer(silent);
    app.post('/fields', (req, res) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
      res.json([length, encoding]);
    });
    app.post('/stream', async (req, res) => {
      const chunks = await req.toArray();
      res.json([Buffer.concat(chunks).length, req.trailers]);
    });
    const session = open(await start(app));
    const fields = { ':method': 'POST', ':path': '/fields' };
    // Body parsers look for one of these fields.
    expect((await request(session, fields, 'abc')).body).toBe('[null,"chunked"]');
    expect((await request(session, { ...fields, 'content-length': 3 }, 'abc')).body).toBe('["3",null]');
    expect((await request(session, fields)).body).toBe('[null,null]');
    const stream = session.request({ ':method': 'POST', ':path': '/stream' }, {
      waitForTrailers: true,
    } as object);
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '7' }));
    stream.end(Buffer.alloc(300_000));
    expect((await read(stream)).body).toBe('[300000,{"x-sum":"7"}]');
  });

  test('waits until its body is read', async () => {
    let resume = (): void => {};
    const app = createServer(silent).post('/', async (req, res) => {
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      let length = 0;
      for await (const chunk of req) length += (chunk as Buffer).length;
      res.send(String(length));
    });
    const stream = open(await start(app)).request({ ':method': 'POST', ':path': '/' });
    const size = 4 * 1024 * 1024;
    stream.end(Buffer.alloc(size));
    await settle();
    expect(stream.writableFinished).toBe(false);
    resume();
    expect((await read(stream)).body).toBe(String(size));
  });

  test('gets 100 Continue when its body is read, but not when it is rejected', async () => {
    const app = createServer(silent).post('/read', async (req, res) => {
      res.send(String((await req.toArray()).join('').length));
    });
    const session = open(await start(app));
    const ask = (path: string) =>
      session.request({ ':method': 'POST', ':path': path, expect: '100-continue', 'content-length': 3 });
    const accepted = ask('/read');
    accepted.on('continue', () => accepted.end('abc'));
    expect((await read(accepted)).body).toBe('3');
    const refused = ask('/nowhere');
    const onContinue = vi.fn();
    refused.on('continue', onContinue);
    expect((await read(refused)).status).toBe(404);
    expect(onContinue).not.toHaveBeenCalled();
  });

  test('gets 408 when its body is late', async () => {
    const app = createServer({ ...silent, requestTimeout: 100, headersTimeout: 0 });
    app.post('/', async (req, res) => {
      await req.toArray();
      res.send('never');
    });
    const stream = open(await start(app)).request({ ':method': 'POST', ':path': '/' });
    stream.write('a');
    const { status, body } = await read(stream);
    expect([status, JSON.parse(body).code]).toEqual([408, 'ERR_HTTP_REQUEST_TIMEOUT']);
  });

  test.each(['reset', 'end of the connection'])('is aborted by a %s', async (how) => {
    const events: string[] = [];
    const app = createServer(silent).get('/', (req, res) => {
      req.on('aborted', () => events.push('aborted'));
      req.signal.addEventListener('abort', () => events.push('signal'));
      res.on('close', () => events.push('close'));
      res.write('begun');
    });
    const session = open(await start(app));
    const stream = session.request({ ':path': '/' });
    stream.on('error', () => {});
    stream.once('data', () => (how === 'reset' ? stream.close(8) : session.destroy()));
    await expect.poll(() => events.sort()).toEqual(['aborted', 'close', 'signal']);
  });
});

describe('a response', () => {
  test('has no connection-specific fields, and several cookies', async () => {
    const app = createServer(silent).get('/', (_req, res) => {
      res.setHeader('Connection', 'close');
      res.setHeader('Keep-Alive', 'timeout=5');
      res.cookie('a', '1').cookie('b', '2');
      res.setHeader('X-Latin', 'é');
      res.setHeader('X-Twice', ['1', '2']);
      res.write('a');
      res.end('b');
    });
    const { headers, body } = await request(open(await start(app)), { ':path': '/' });
    expect(body).toBe('ab');
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(headers['x-latin']).toBe('é');
    expect(headers['x-twice']).toBe('1, 2');
    expect(Object.keys(headers).filter((name) => /connection|keep-alive|transfer/.test(name))).toEqual([]);
  });

  test('sends early hints before it', async () => {
    const app = createServer(silent).get('/', (_req, res) => {
      res.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' }, () => res.send('done'));
    });
    const stream = open(await start(app)).request({ ':path': '/' });
    const hints: unknown[] = [];
    stream.on('headers', (fields) => hints.push([fields[':status'], fields.link]));
    expect((await read(stream)).body).toBe('done');
    expect(hints).toEqual([[103, '</style.css>; rel=preload; as=style']]);
  });

  test('has trailers', async () => {
    const app = createServer(silent).get('/', (_req, res) => {
      res.write('body');
      res.addTrailers({ 'X-Sum': '7' });
      res.end();
    });
    const { body, trailers } = await request(open(await start(app)), { ':path': '/' });
    expect([body, trailers?.['x-sum']]).toEqual(['body', '7']);
  });

  test.each<[string, RequestHandler]>([
    ['before end with a body', (_req, res) => addTrailers(res).end('body')],
    ['before json', (_req, res) => addTrailers(res).json({})],
    ['before send', (_req, res) => addTrailers(res).send('body')],
    ['before writes', (_req, res) => addTrailers(res).write('body') && res.end()],
    ['before an empty end', (_req, res) => addTrailers(res).end()],
    ['before pipe', (_req, res) => Readable.from(['a', 'b']).pipe(addTrailers(res))],
    ['between writes', (_req, res) => res.write('a') && addTrailers(res).end('b')],
    ['before end with Content-Length', (_req, res) => addTrailers(sized(res)).end('body')],
    ['after the body with Content-Length', (_req, res) => sized(res).write('body') && addTrailers(res).end()],
    ['after a part with Content-Length', (_req, res) => sized(res).write('bo') && addTrailers(res).end('dy')],
    [
      'after the head with Content-Length',
      (_req, res) => flushed(sized(res)) && addTrailers(res).end('body'),
    ],
    [
      'a turn after the body with Content-Length',
      (_req, res) => sized(res).write('body') && setImmediate(() => addTrailers(res).end()),
    ],
    [
      'announced by Trailer next to Content-Length',
      (_req, res) => addTrailers(sized(res).setHeader('Trailer', 'X-Sum')).end('body'),
    ],
  ])('has trailers that are added %s', async (_when, handler) => {
    const app = createServer(silent).get('/', (req, res, next) => void handler(req, res, next));
    const { status, trailers } = await request(open(await start(app)), { ':path': '/' });
    expect([status, trailers?.['x-sum']]).toEqual([200, '7']);
  });

  test('to HEAD has no trailers', async () => {
    const app = createServer(silent).get('/', (_req, res) => void addTrailers(res).end('body'));
    const session = open(await start(app));
    const { status, trailers } = await request(session, { ':path': '/', ':method': 'HEAD' });
    expect([status, trailers]).toEqual([200, undefined]);
  });

  test('without trailers ends with its body', async () => {
    const app = createServer(silent).get('/', (_req, res) => void res.json('body'));
    const port = await start(app);
    const chunks: Buffer[] = [];
    const socket = dial(port).on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(head(1, END_STREAM, {}));
    const ofStream = () => framesOf(Buffer.concat(chunks)).filter(({ stream }) => stream === 1);
    await expect.poll(() => ofStream().some(({ flags }) => (flags & END_STREAM) !== 0)).toBe(true);
    expect(ofStream().map(({ type }) => type)).toEqual([HEADERS, DATA]);
  });

  test('without a body ends with its head', async () => {
    const app = createServer(silent).get('/', (_req, res) => res.sendStatus(204));
    const session = open(await start(app));
    const stream = session.request({ ':path': '/' });
    const [, flags] = await once(stream, 'response');
    expect(flags & constants.NGHTTP2_FLAG_END_STREAM).not.toBe(0);
    expect((await request(session, { ':path': '/', ':method': 'HEAD' })).status).toBe(204);
  });

  test('without a body may be flushed long before its end', async () => {
    const events: string[] = [];
    const app = createServer(silent).get('/', (req, res) => {
      req.on('aborted', () => events.push('aborted'));
      res.on('finish', () => events.push('finish'));
      res.flushHeaders();
      setTimeout(() => res.end(), 50);
    });
    const session = open(await start(app));
    expect((await request(session, { ':path': '/', ':method': 'HEAD' })).status).toBe(200);
    await expect.poll(() => events).toEqual(['finish']);
  });

  test('calls back for each write, including empty ones', async () => {
    const calls: string[] = [];
    const app = createServer(silent).get('/', (_req, res) => {
      res.setHeader('X-Spaced', ' value ');
      res.write('', () => calls.push('empty'));
      res.write('a', () => calls.push('a'));
      res.write('', () => calls.push('last'));
      res.end(() => calls.push('end'));
    });
    const { body, headers } = await request(open(await start(app)), { ':path': '/' });
    expect([body, headers['x-spaced']]).toEqual(['a', 'value']);
    await expect.poll(() => [...calls].sort()).toEqual(['a', 'empty', 'end', 'last']);
  });

  test('is paced by its client: `drain` is emitted when there is room', async () => {
    let hadRoom: boolean | undefined;
    const app = createServer(silent).get('/', (_req, res) => {
      hadRoom = res.write(Buffer.alloc(1024 * 1024));
      res.once('drain', () => {
        expect(res.writableNeedDrain).toBe(false);
        res.end('drained');
      });
    });
    const { body } = await request(open(await start(app)), { ':path': '/' });
    expect(hadRoom).toBe(false);
    expect(body.endsWith('drained')).toBe(true);
  });

  test('emits `finish`, then `close`, and no longer has a socket', async () => {
    const events: string[] = [];
    const app = createServer(silent).get('/', (req, res) => {
      req.on('close', () => events.push('request closed'));
      res.on('finish', () => events.push('finish'));
      res.on('close', () => events.push(res.socket === null ? 'close' : 'close with a socket'));
      res.send('a');
    });
    await request(open(await start(app)), { ':path': '/' });
    await expect.poll(() => events).toHaveLength(3);
    expect(events.slice(0, 1)).toEqual(['finish']);
    expect(events).toContain('close');
  });

  test('that is destroyed resets only its stream', async () => {
    const app = createServer(silent);
    app.get('/cut', (_req, res) => {
      res.write('begun');
      setImmediate(() => res.destroy());
    });
    app.get('/whole', (_req, res) => res.send('whole'));
    const session = open(await start(app));
    const [cut, whole] = await Promise.all([
      request(session, { ':path': '/cut' }),
      request(session, { ':path': '/whole' }),
    ]);
    expect(cut.code).not.toBe(0);
    expect(whole.body).toBe('whole');
    expect((await request(session, { ':path': '/whole' })).body).toBe('whole');
  });

  test('stops a client that is still sending an unread body', async () => {
    const app = createServer(silent).post('/', (_req, res) => res.status(403).send('no'));
    const stream = open(await start(app)).request({ ':method': 'POST', ':path': '/' });
    stream.write('a');
    const { status, code, body } = await read(stream);
    expect([status, code, body]).toEqual([403, 0, 'no']);
  });

  test('arrives before the client is told to stop its body', async () => {
    const app = createServer({ ...silent, tls: serverSecret });
    app.post('/', (_req, res) => res.status(204).end());
    const socket = connectSecurely(await start(app), { ALPNProtocols: ['h2'] });
    onTestFinished(() => void socket.destroy());
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    const streams = Array.from({ length: 95 }, (_, index) => 2 * index + 1);
    // The server decrypts 16 KB at a time, so bodies arrive while the first responses are being written.
    const requests = [
      ...streams.map((stream) => head(stream, 0, { ':method': 'POST' })),
      ...streams.map((stream) => frame(DATA, END_STREAM, stream, Buffer.alloc(500))),
    ];
    socket.write(Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, 0, 0), ...requests]));
    const responses = (): number[] =>
      framesOf(Buffer.concat(received)).flatMap(({ type, stream }) => (type === HEADERS ? [stream] : []));
    await expect.poll(responses, { timeout: 5_000 }).toEqual(streams);
  });

  test('streams server-sent events', async () => {
    const app = createServer(silent).get('/', (_req, res) => {
      res.sse().send({ data: 'one' });
    });
    const stream = open(await start(app)).request({ ':path': '/' });
    const [chunk] = await once(stream.setEncoding('utf8'), 'data');
    expect(chunk).toContain('data: one');
    await app.close({ grace: 1_000 });
    expect(stream.closed).toBe(true);
  });
});

function addTrailers<Res extends ServerResponse>(res: Res): Res {
  res.addTrailers({ 'X-Sum': '7' });
  return res;
}

function sized<Res extends ServerResponse>(res: Res): Res {
  return res.setHeader('Content-Length', 4);
}

function flushed(res: ServerResponse): true {
  res.flushHeaders();
  return true;
}
