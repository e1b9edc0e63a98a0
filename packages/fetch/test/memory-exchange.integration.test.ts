import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { finished, Readable } from 'node:stream';
import { setImmediate as afterImmediate } from 'node:timers/promises';
import { jsonBody } from '@nextpress/json-body';
import { createServer } from '@nextpress/server';
import { listen } from '@nextpress-internal/test-kit';
import express from 'express';
import { describe, expect, test, vi } from 'vitest';
import { inject, toFetch } from '../src/index.ts';

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((given) => {
    resolve = given;
  });
  return { promise, resolve };
}

/** The events of a request and its response, in order. */
function record(req: IncomingMessage, res: ServerResponse, events: string[]): void {
  for (const name of ['end', 'aborted', 'close']) req.on(name, () => events.push(`req ${name}`));
  req.on('error', (error: NodeJS.ErrnoException) => events.push(`req error ${error.code}`));
  for (const name of ['finish', 'close']) res.on(name, () => events.push(`res ${name}`));
}

describe('events', () => {
  test.each<[string, string, Listener]>([
    ['a body that is read', 'POST', (req, res) => void req.resume().on('end', () => res.end('a'))],
    ['a body that is not read', 'POST', (_req, res) => void res.end('a')],
    ['no body', 'GET', (_req, res) => void res.end('a')],
  ])('are those of a server with %s', async (_name, method, respond) => {
    let events: string[] = [];
    let isClosed: Promise<unknown> = Promise.resolve();
    const listener: Listener = (req, res) => {
      record(req, res, events);
      isClosed = Promise.all([once(req, 'close'), once(res, 'close')]);
      respond(req, res);
    };
    const body = method === 'POST' ? 'tea' : undefined;
    const server = await listen(createHttpServer(listener));
    await (await fetch(server.url, { method, body: body ?? null })).text();
    await isClosed;
    await server.close();
    const expected = events;
    for (const each of [body, body && Readable.from([Buffer.from(body)])]) {
      events = [];
      expect((await inject(listener, { method, url: '/', body: each })).body).toBe('a');
      await isClosed;
      expect(events.toSorted()).toEqual(expected.toSorted());
      expect(events.indexOf('res finish')).toBeLessThan(events.indexOf('res close'));
    }
  });

  test.each(['GET', 'POST'])('are those of a server when the client of a %s leaves', async (method) => {
    let events: string[] = [];
    let started = deferred<void>();
    let isClosed: Promise<unknown> = Promise.resolve();
    const listener: Listener = (req, res) => {
      record(req, res, events);
      // `once()` would reject with the error of the request.
      isClosed = new Promise<void>((resolve) => finished(res, () => req.once('close', resolve)));
      started.resolve();
    };
    const server = await listen(createHttpServer(listener));
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `${method} / HTTP/1.1\r\nHost: a\r\n${method === 'POST' ? 'Content-Length: 9\r\n' : ''}\r\n`,
    );
    await started.promise;
    socket.destroy();
    await isClosed;
    await server.close();
    const expected = events;

    events = [];
    started = deferred<void>();
    const controller = new AbortController();
    const cancel = vi.fn();
    const body = method === 'POST' ? new ReadableStream({ cancel }) : undefined;
    const response = inject(listener, { method, url: '/', body, signal: controller.signal });
    controller.abort();
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
    await isClosed;
    expect(events.toSorted()).toEqual(expected.toSorted());
    expect(cancel).toHaveBeenCalledTimes(body === undefined ? 0 : 1);
  });

  test('tell finished() about a complete response, even for later listeners', async () => {
    let response: ServerResponse | undefined;
    await inject(
      ((_req, res) => {
        response = res;
        res.end();
      }) as Listener,
      '/',
    );
    expect(response).toMatchObject({ destroyed: true, closed: true, writableFinished: true });
    await new Promise<void>((resolve, reject) =>
      finished(response as ServerResponse, (error) => (error ? reject(error) : resolve())),
    );
  });
});

describe('streams', () => {
  const echo: Listener = (req, res) => void req.pipe(res);

  test('of any length go both ways', async () => {
    const chunk = new Uint8Array(100_000);
    const body = () =>
      ReadableStream.from(Array.from({ length: 20 }, () => chunk)) as ReadableStream<Uint8Array>;
    const request = new Request('http://localhost/', { method: 'POST', body: body(), duplex: 'half' });
    const response = await toFetch(echo)(request);
    expect((await response.arrayBuffer()).byteLength).toBe(2_000_000);
    expect((await inject(echo, { method: 'POST', url: '/', body: body() })).bytes).toHaveLength(2_000_000);
  });

  test('are read only as far as the application reads, and canceled when it stops', async () => {
    let pulled = 0;
    const reason = deferred<unknown>();
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(pulled++)),
      cancel: reason.resolve,
    });
    const listener: Listener = (req, res) => {
      req.once('data', () => {
        req.pause();
        setImmediate(() => res.end('enough'));
      });
    };
    expect((await inject(listener, { method: 'POST', url: '/', body })).body).toBe('enough');
    expect(pulled).toBeLessThan(10);
    const unread = new ReadableStream({
      pull: (controller) => controller.enqueue('a'),
      cancel: reason.resolve,
    });
    await inject(((_req, res) => res.end()) as Listener, { method: 'POST', url: '/', body: unread });
    await reason.promise;
  });

  test('are canceled when the application refuses them', async () => {
    const canceled = vi.fn();
    const body = new ReadableStream({
      async pull(controller) {
        await afterImmediate();
        controller.enqueue(new Uint8Array(1_000));
      },
      cancel: canceled,
    });
    const app = createServer({ logError: () => {} });
    app.post('/', jsonBody({ limit: 10 }), (_req, res) => res.send('fine'));
    const headers = { 'Content-Type': 'application/json' };
    const response = await inject(app, { method: 'POST', url: '/', headers, body });
    expect(response.status).toBe(413);
    await expect.poll(() => canceled).toHaveBeenCalledTimes(1);
  });

  test('reach the reader when the application waits only for drain', async () => {
    let written = 0;
    const app: Listener = async (_req, res) => {
      const gone = new AbortController();
      res.once('close', () => gone.abort());
      while (!res.destroyed) {
        written++;
        if (!res.write(Buffer.alloc(16 * 1024)))
          await once(res, 'drain', { signal: gone.signal }).catch(() => {});
      }
    };
    const response = await toFetch(app)(new Request('http://localhost/'));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (let index = 0; index < 20; index++) expect((await reader.read()).done).toBe(false);
    expect(written).toBeLessThan(40);
    await reader.cancel();
  });

  test('that fail reject with their error, and abort the request', async () => {
    const failing = () =>
      new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('no more tea')) });
    const errors: unknown[] = [];
    const listener: Listener = (req, res) =>
      void req
        .resume()
        .on('error', (error) => errors.push((error as NodeJS.ErrnoException).code))
        .on('end', () => res.end());
    await expect(inject(listener, { method: 'POST', url: '/', body: failing() })).rejects.toThrow(
      'no more tea',
    );
    const request = new Request('http://localhost/', { method: 'POST', body: failing(), duplex: 'half' });
    await expect(toFetch(listener)(request)).rejects.toThrow('no more tea');
    await afterImmediate();
    expect(errors).toEqual(['ECONNRESET', 'ECONNRESET']);
    const numbers = ReadableStream.from([1]);
    await expect(inject(listener, { method: 'POST', url: '/', body: numbers })).rejects.toThrow(
      'Invalid chunk',
    );
  });

  test('that are locked or were read reject', async () => {
    const make = () => new Request('http://localhost/', { method: 'POST', body: 'a' });
    const used = make();
    await used.text();
    await expect(toFetch(echo)(used)).rejects.toThrow(TypeError);
    const locked = make();
    locked.body?.getReader();
    await expect(toFetch(echo)(locked)).rejects.toThrow(TypeError);
  });
});

describe('a listener', () => {
  test('that throws rejects', async () => {
    const error = new Error('failed');
    const throws: Listener = () => {
      throw error;
    };
    const rejects = () => Promise.reject(error);
    await expect(inject(throws, '/')).rejects.toBe(error);
    await expect(inject(rejects, '/')).rejects.toBe(error);
    await expect(toFetch(rejects)(new Request('http://localhost/'))).rejects.toBe(error);
  });

  test('that ends its socket, or writes no head to it, rejects', async () => {
    await expect(inject((req: IncomingMessage) => req.socket.end(), '/')).rejects.toThrow('cut the response');
    const garbage = (req: IncomingMessage) => req.socket.write('x'.repeat(100_000));
    await expect(inject(garbage, '/')).rejects.toMatchObject({
      message: 'The application cut the response.',
      cause: { message: 'Invalid response: expected a head.' },
    });
  });

  test('may destroy a request whose response it has ended', async () => {
    const listener: Listener = (req, res) => {
      res.end('too large');
      req.destroy();
    };
    const server = await listen(createHttpServer(listener));
    expect(await (await fetch(server.url)).text()).toBe('too large');
    await server.close();
    expect((await inject(listener, '/')).body).toBe('too large');
    expect(await (await toFetch(listener)(new Request('http://localhost/'))).text()).toBe('too large');
  });

  test.each<[string, Listener]>([
    ['before it', (req, res) => void res.end(req.socket.destroy().destroyed ? 'a' : '')],
    [
      'in the middle of it',
      (req, res) => void (res.write('a') && res.end(req.socket.destroy().destroyed ? 'b' : '')),
    ],
  ])('that destroys the socket of a response %s rejects', async (_name, listener) => {
    await expect(inject(listener, '/')).rejects.toThrow('The application cut the response.');
  });

  test('may send any status', async () => {
    const app: Listener = (req, res) => void res.writeHead(Number(req.url?.slice(1))).end();
    expect((await inject(app, '/101')).status).toBe(101);
    expect((await inject(app, '/999')).status).toBe(999);
    for (const status of [101, 999]) {
      await expect(toFetch(app)(new Request(`http://localhost/${status}`))).rejects.toThrow(RangeError);
    }
  });

  test('may have properties named as those of applications', async () => {
    const listener = Object.assign(((_req, res) => res.end('a')) as Listener, { request: {}, response: {} });
    expect((await inject(listener, '/')).body).toBe('a');
  });

  test('keeps its asynchronous context', async () => {
    const storage = new AsyncLocalStorage<number>();
    const app = createServer();
    app.post('/', async (req, res) => {
      for await (const _ of req) await afterImmediate();
      res.on('finish', () => res.emit('store', storage.getStore()));
      res.json(storage.getStore());
    });
    const numbers = [1, 2, 3];
    const send = (number: number) =>
      storage.run(number, () => inject(app, { method: 'POST', url: '/', body: Readable.from(['a', 'b']) }));
    const responses = await Promise.all(numbers.map(send));
    expect(responses.map((response) => response.json())).toEqual(numbers);
  });
});

describe('inject', () => {
  const app = express().use((req, res) => res.json([req.method, req.originalUrl, req.rawHeaders]));
  const seen = async (request: Parameters<typeof inject>[1]) =>
    (await inject(app, request)).json<[method: string, url: string, rawHeaders: string[]]>();

  test.each<[Parameters<typeof inject>[1], string]>([
    ['/a b/ü', '/a%20b/%C3%BC'],
    ['/a#b', '/a'],
    ['//other.example/a', '//other.example/a'],
    ['/a/../b', '/a/../b'],
    ['?a=1', '/?a=1'],
    ['http://other.example', '/'],
    [{ url: '/a/../b?c=%20', query: { d: ['1', 2], e: undefined, f: 'x y' } }, '/a/../b?c=%20&d=1&d=2&f=x+y'],
    [{ url: '/a', query: {} }, '/a'],
  ])('sends %j to %s', async (request, target) => {
    expect((await seen(request))[1]).toBe(target);
  });

  test('takes headers in each form, and adds to their cookies', async () => {
    const sent = ['x-a', '1', 'Host', 'localhost'];
    for (const headers of [
      { 'x-a': '1' },
      new Headers({ 'X-A': '1' }),
      [['x-a', 1]] as const,
      new Map([['x-a', '1']]),
    ])
      expect((await seen({ url: '/', headers }))[2]).toEqual(sent);
    const request = { url: '/', headers: { Cookie: 'a=1' }, cookies: { b: '2' } };
    expect((await seen(request))[2]).toEqual(['Cookie', 'a=1', 'Host', 'localhost', 'Cookie', 'b=2']);
    const chunked = { url: '/', headers: { 'Transfer-Encoding': 'chunked' }, body: new Uint8Array(1) };
    expect((await seen(chunked))[2]).toEqual(['Transfer-Encoding', 'chunked', 'Host', 'localhost']);
  });

  test.each<[string, object]>([
    ['a line break in a header', { url: '/', headers: { a: 'b\r\nc: d' } }],
    ['an invalid name', { url: '/', headers: { 'a b': 'c' } }],
    ['a line break in a cookie', { url: '/', cookies: { 'a\r\nb': 'c' } }],
    ['an invalid method', { url: '/', method: 'GET /' }],
    ['no URL', { method: 'GET' }],
    ['another protocol', { url: 'ftp://localhost/' }],
    ['a host without a protocol', { url: 'localhost:3000/a' }],
    ['an unknown option', { url: '/', payload: 'a' }],
  ])('rejects with a TypeError that says so for %s', async (_name, request) => {
    const rejection = expect(inject(app, request as never)).rejects;
    await rejection.toThrow(TypeError);
    await rejection.toThrow(/invalid|unknown option|must be a valid/i);
  });

  test('sends no Cookie without cookies, and rejects an application that is not a function', async () => {
    const listener = (req: IncomingMessage, res: ServerResponse) => res.end(String('cookie' in req.headers));
    expect((await inject(listener, { url: '/', cookies: {} })).body).toBe('false');
    await expect(inject({} as never, '/')).rejects.toThrow('Invalid application of inject()');
    expect(() => toFetch({ fetch() {} } as never)).toThrow('Invalid application of toFetch()');
  });

  test('names the option to use instead of those of light-my-request', async () => {
    await expect(inject(app, { url: '/', payload: 'a' } as never)).rejects.toThrow(
      'Unknown option "payload" of inject(): use "body".',
    );
  });

  test.each([
    ['an ArrayBuffer', Uint8Array.of(1, 2).buffer],
    ['a DataView', new DataView(Uint8Array.of(0, 1, 2).buffer, 1)],
    ['numbers of 16 bits', Uint16Array.of(0x0201)],
  ])('sends the bytes of %s', async (_name, body) => {
    const { bytes } = await inject(((req, res) => void req.pipe(res)) as Listener, {
      method: 'POST',
      url: '/',
      body,
    });
    expect([...bytes]).toEqual([1, 2]);
  });

  test('returns headers without a prototype, and trailers', async () => {
    const listener: Listener = (_req, res) => {
      res.setHeader('Trailer', 'X-Sum');
      res.setHeader('__proto__', 'a');
      res.write('a');
      res.addTrailers({ 'X-Sum': '1', 'x-other': '2' });
      res.end();
    };
    const { headers, trailers } = await inject(listener, '/');
    expect(Object.getPrototypeOf(headers)).toBe(null);
    expect(Object.entries(headers)).toContainEqual(['__proto__', 'a']);
    expect({ ...trailers }).toEqual({ 'x-sum': '1', 'x-other': '2' });
  });
});
