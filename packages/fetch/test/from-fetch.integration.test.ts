import { once } from 'node:events';
import {
  Agent,
  createServer as createHttpServer,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonBody } from '@nextpress/json-body';
import { createServer } from '@nextpress/server';
import { exchange, foreignErrors, settle, stable } from '@nextpress-internal/test-kit';
import express from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FastResponse, type FetchHandler, type FromFetchOptions, fromFetch, PASS } from '../src/index.ts';

const hosts: Record<string, (handler: FetchHandler, options?: FromFetchOptions) => Server> = {
  'node:http': (handler, options) => createHttpServer(fromFetch(handler, options)).listen(0, '127.0.0.1'),
  Express: (handler, options) => {
    const app = express();
    app.use(fromFetch(handler, options));
    return app.listen(0, '127.0.0.1');
  },
  'the fast lane': (handler, options) => {
    const app = createServer({ logError: () => {} });
    app.use(fromFetch(handler, options));
    return app.listen(0, '127.0.0.1');
  },
};

async function originOf(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(Object.entries(hosts))('in %s', (_name, host) => {
  const serve = (handler: FetchHandler, options?: FromFetchOptions) => originOf(host(handler, options));

  test('a request has its parts', async () => {
    const origin = await serve(async (request) => {
      expect(request).toBeInstanceOf(Request);
      expect([request.cache, request.mode, request.redirect]).toEqual(['default', 'cors', 'follow']);
      const { method, url, headers, bodyUsed } = request;
      return Response.json({ method, url, tea: headers.get('x-tea'), bodyUsed, body: request.body === null });
    });
    const response = await fetch(`${origin}/a/../b%20c?d=1`, {
      method: 'DELETE',
      headers: { 'X-Tea': 'green' },
    });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      method: 'DELETE',
      url: `${origin}/b%20c?d=1`,
      tea: 'green',
      bodyUsed: false,
      body: true,
    });
  });

  test.each<[string, NonNullable<RequestInit['body']>, (request: Request) => Promise<unknown>, unknown]>([
    ['json', '{"a":[1]}', (request) => request.json(), { a: [1] }],
    ['text', '\uFEFFgrüße', (request) => request.text(), 'grüße'],
    [
      'arrayBuffer',
      'abc',
      async (request) => {
        const buffer = await request.arrayBuffer();
        return [buffer.constructor.name, buffer.byteLength];
      },
      ['ArrayBuffer', 3],
    ],
    [
      'blob',
      new Blob(['abc'], { type: 'text/tea' }),
      async (request) => (await request.blob()).type,
      'text/tea',
    ],
    [
      'formData of a form',
      new URLSearchParams({ a: '1' }),
      async (request) => Object.fromEntries(await request.formData()),
      { a: '1' },
    ],
    [
      'formData with a file',
      form(),
      async (request) => {
        const file = (await request.formData()).get('file') as File;
        return [file.name, await file.text()];
      },
      ['a.txt', 'contents'],
    ],
    ['body', 'stream', async (request) => new Response(request.body).text(), 'stream'],
    [
      'clone',
      'twice',
      async (request) => [await request.clone().text(), await request.text()],
      ['twice', 'twice'],
    ],
    ['a new Request', 'moved', async (request) => new Request(request).text(), 'moved'],
    ['a changed Request', 'kept', async (request) => new Request('http://other', request).text(), 'kept'],
  ])('reads %s', async (_what, body, read, expected) => {
    const origin = await serve(async (request) =>
      Response.json({ read: await read(request), used: request.bodyUsed }),
    );
    const response = await fetch(origin, { method: 'POST', body: body as string });
    expect(await response.json()).toEqual({ read: expected, used: true });
  });

  test('a body is read once', async () => {
    const origin = await serve(async (request) => {
      await request.text();
      const again = await request.text().catch((error: Error) => error);
      const copy = await new Promise((resolve) => resolve(request.clone())).catch((error: Error) => error);
      return Response.json([again instanceof TypeError, copy instanceof TypeError, request.bodyUsed]);
    });
    const response = await fetch(origin, { method: 'POST', body: 'once' });
    expect(await response.json()).toEqual([true, true, true]);
  });

  test('fetch takes the request', async () => {
    const target = await originOf(
      createHttpServer(async (req, res) => {
        const body = Buffer.concat(await req.toArray()).toString();
        res.end(`${req.method} ${req.headers['x-tea']} ${body}`);
      }).listen(0, '127.0.0.1'),
    );
    const origin = await serve((request) => fetch(new Request(target, request)));
    const response = await fetch(origin, { method: 'PUT', body: 'on', headers: { 'X-Tea': 'green' } });
    expect(await response.text()).toBe('PUT green on');
  });

  test.each<[string, () => Response, object]>([
    ['a string', () => new Response('hello'), { status: 200, body: 'hello', length: '5' }],
    ['a fast string', () => new FastResponse('hello'), { status: 200, body: 'hello', length: '5' }],
    ['bytes', () => new Response(new Uint8Array([65])), { status: 200, body: 'A', length: '1' }],
    ['nothing', () => new Response(null, { status: 204 }), { status: 204, body: '', length: null }],
    ['304', () => new FastResponse(null, { status: 304 }), { status: 304, body: '', length: null }],
    [
      'a status text',
      () => new Response('', { status: 299, statusText: 'Tea' }),
      { status: 299, body: '', text: 'Tea' },
    ],
    ['chunks', () => new Response(chunksOf('a', 'b', 'c')), { status: 200, body: 'abc', length: null }],
    ['a fast stream', () => new FastResponse(chunksOf('a', 'b')), { status: 200, body: 'ab', length: null }],
    ['a form', () => new FastResponse(new URLSearchParams({ a: '1' })), { status: 200, body: 'a=1' }],
    [
      'a fast response that was cloned',
      () => {
        const response = new FastResponse('hello');
        void response.clone().text();
        return response;
      },
      { status: 200, body: 'hello', length: '5' },
    ],
    ['a redirect', () => Response.redirect('http://a/b', 307), { status: 307, body: '' }],
  ])('sends %s', async (_what, make, expected) => {
    const origin = await serve(() => make());
    const response = await fetch(origin, { redirect: 'manual' });
    const { status, statusText, headers } = response;
    const seen = {
      status,
      text: statusText,
      length: headers.get('content-length'),
      body: await response.text(),
    };
    expect(seen).toMatchObject(expected);
  });

  test('headers are sent, cookies one by one', async () => {
    const headers: [string, string][] = [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Tea', 'green'],
      ['X-Tea', 'black'],
      ['Connection', 'x-tea'],
      ['Transfer-Encoding', 'chunked'],
    ];
    for (const Class of [Response, FastResponse]) {
      const origin = await serve(() => new Class('body', { headers }));
      const { headers: sent } = await fetch(origin);
      expect(sent.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(sent.get('x-tea')).toBe('green, black');
      expect(sent.get('content-type')).toBe('text/plain;charset=UTF-8');
      expect(sent.get('connection')).not.toBe('x-tea');
    }
  });

  test('headers outside of ASCII are sent in Latin-1, next to text in UTF-8', async () => {
    const origin = await serve(() => new FastResponse('grün', { headers: { 'X-Tea': 'grün' } }));
    const response = await fetch(origin);
    expect([response.headers.get('x-tea'), await response.text()]).toEqual(['grün', 'grün']);
  });

  test('HEAD has the headers of GET', async () => {
    const origin = await serve((request) => new FastResponse(request.method));
    const response = await fetch(origin, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain;charset=UTF-8',
      '',
    ]);
  });

  test.each<[string, () => ConstructorParameters<typeof Response>[0], string | null]>([
    ['a text', () => 'é', '2'],
    ['bytes', () => new Uint8Array(3), '3'],
    [
      'a stream of one chunk',
      () =>
        new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(4));
            controller.close();
          },
        }),
      '4',
    ],
    ['an empty text', () => '', '0'],
    ['a stream that goes on', () => new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(1)) }), null],
    ['a stream without a chunk yet', () => new ReadableStream(), null],
    [
      'a stream that fails',
      () =>
        new ReadableStream({
          pull: () => {
            throw new Error('no');
          },
        }),
      null,
    ],
  ])('HEAD has the length of %s', async (_what, body, length) => {
    for (const Class of [Response, FastResponse]) {
      const origin = await serve(() => new Class(body()));
      const { status, headers } = await fetch(origin, { method: 'HEAD' });
      expect([status, headers.get('content-length')]).toEqual([200, length]);
    }
  });

  test.each<[string, (request: Request) => Promise<string>]>([
    ['at once', (request) => request.text()],
    ['as a stream', async (request) => new Response(request.body).text()],
  ])('a body that has arrived is read %s after the client has left', async (_how, read) => {
    const seen = vi.fn();
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const origin = await serve(async (request, { incoming }) => {
      await expect.poll(() => incoming.complete).toBe(true);
      begin();
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      seen(await read(request).catch(({ message }: Error) => message));
      return new Response();
    });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nwh');
    setImmediate(() => socket.write('ole'));
    await begun;
    socket.destroy();
    await expect.poll(() => seen).toHaveBeenCalledTimes(1);
    expect(seen).toHaveBeenCalledWith('whole');
  });

  test('HEAD with a form leaves no unhandled rejection', async () => {
    const rejected = vi.fn();
    process.on('unhandledRejection', rejected);
    onTestFinished(() => void process.off('unhandledRejection', rejected));
    const form = new FormData();
    form.append('file', new Blob(['contents']), 'a.txt');
    const origin = await serve(() => new Response(form));
    const { headers } = await fetch(origin, { method: 'HEAD' });
    expect(headers.get('content-type')).toMatch('multipart/form-data');
    // Rejections are reported before the next request is read.
    await fetch(origin, { method: 'HEAD' });
    expect(rejected).not.toHaveBeenCalled();
  });

  test('an invalid host gets 400, and the server keeps running', async () => {
    const origin = await serve(({ url }) => new Response(url));
    const port = Number(new URL(origin).port);
    for (const value of ['a b', 'a/b', 'a@b', '[::1', 'a:99999', '%zz']) {
      const [response] = await exchange(
        port,
        `GET / HTTP/1.1\r\nHost: ${value}\r\nConnection: close\r\n\r\n`,
      );
      expect([value, response?.status]).toEqual([value, 400]);
    }
    expect((await fetch(origin)).status).toBe(200);
  });

  test('a body that announces too much gets 413, one that is too long makes reading fail', async () => {
    const handler = vi.fn(async (request: Request) => new Response(await request.text()));
    const origin = await serve(handler, { bodyLimit: 10 });
    expect((await fetch(origin, { method: 'POST', body: 'x'.repeat(11) })).status).toBe(413);
    expect(handler).not.toHaveBeenCalled();
    expect(await (await fetch(origin, { method: 'POST', body: 'x'.repeat(10) })).text()).toBe('x'.repeat(10));
    const stream = {
      method: 'POST',
      body: chunksOf('x'.repeat(6), 'x'.repeat(6)),
      duplex: 'half',
    } as RequestInit;
    expect((await fetch(origin, stream)).status).toBe(413);
  });

  test('a connection closes when too much of a rejected body would follow', async () => {
    const origin = await serve(() => new Response('never'), { bodyLimit: 10 });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    // The whole body, because Express responds to an error only when it has arrived.
    const request = httpRequest(origin, { method: 'POST', agent }).on('error', () => {});
    request.end(Buffer.alloc(5 * 1024 * 1024));
    const [response] = await once(request, 'response');
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('failed');
      },
    ],
    ['rejects', () => Promise.reject(new Error('failed'))],
    ['rejects with undefined', () => Promise.reject()],
    [
      "throws 'route'",
      () => {
        throw 'route';
      },
    ],
    [
      'returns the status 101',
      () => ({ status: 101, statusText: '', headers: new Headers(), body: null, bodyUsed: false }),
    ],
    ['returns nothing', () => undefined],
    ['returns Response.error()', () => Response.error()],
    [
      'returns an invalid status text',
      () => ({ status: 200, statusText: '\u2713', headers: new Headers(), body: null, bodyUsed: false }),
    ],
    ['returns an invalid header', () => new FastResponse('', { headers: { 'X-Tea': 'a\nb' } })],
    [
      'returns a fast response that has been read',
      async () => {
        const response = new FastResponse('read');
        await response.text();
        return response;
      },
    ],
    [
      'returns a fast response that is being read',
      () => {
        const response = new FastResponse('read');
        response.body?.getReader();
        return response;
      },
    ],
    [
      'returns a stream that fails at once',
      () => new Response(new ReadableStream({ start: (c) => c.error(new Error('failed')) })),
    ],
  ])('a handler that %s gets 500', async (_what, handler) => {
    vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    vi.stubEnv('NODE_ENV', 'test');
    const origin = await serve(handler as FetchHandler);
    expect((await fetch(origin)).status).toBe(500);
    vi.unstubAllEnvs();
  });

  test('the head of a stream is sent before its first chunk', async () => {
    let begin = (): void => {};
    const body = new ReadableStream({
      start(controller) {
        begin = () => {
          controller.enqueue(new TextEncoder().encode('late'));
          controller.close();
        };
      },
    });
    const origin = await serve(() => new Response(body));
    const response = await fetch(origin);
    begin();
    expect(await response.text()).toBe('late');
  });

  test('TRACE reaches the handler', async () => {
    const origin = await serve(
      ({ method, headers, signal }) => new Response(`${method} ${headers.get('host')} ${signal.aborted}`),
    );
    const [response] = await exchange(
      Number(new URL(origin).port),
      'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect([response?.status, String(response?.body)]).toEqual([200, 'TRACE a false']);
  });

  test.each<[string, (request: Request) => Promise<ArrayBuffer>]>([
    ['arrayBuffer()', (request) => request.arrayBuffer()],
    ['its stream', (request) => new Response(request.body).arrayBuffer()],
  ])('a body for which other code has set an encoding is not read by %s', async (_what, read) => {
    const origin = await serve(async (request, { incoming }) => {
      incoming.setEncoding('utf8');
      return new Response(await read(request).catch((error: Error) => error.message));
    });
    const response = await fetch(origin, { method: 'POST', body: 'grüße' });
    expect(await response.text()).toMatch('Cannot read the body as bytes: setEncoding()');
  });

  test('a body that is read after the client disconnected rejects with that reason', async () => {
    const failed = vi.fn();
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const origin = await serve(async (request) => {
      begin();
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      failed(await request.text().catch(({ message }: Error) => message));
      return new Response();
    });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
    await begun;
    socket.destroy();
    await expect.poll(() => failed).toHaveBeenCalledTimes(1);
    expect(failed.mock.lastCall?.[0]).toMatch(/aborted|has left/);
  });

  test('a stream that fails later cuts the connection', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    const body = () =>
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(new TextEncoder().encode('begin'));
          await delay(20);
          controller.error(new Error('failed'));
        },
      });
    const origin = await serve(() => new Response(body()));
    const response = await fetch(origin);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test.each([
    ['longer', ['abc', 'de']],
    ['shorter', ['ab', 'c']],
  ])('a stream that is %s than its Content-Length cuts the connection', async (_length, chunks) => {
    const origin = await serve(async () => {
      const body = new ReadableStream({
        async pull(controller) {
          await delay(1);
          const chunk = chunks.shift();
          if (chunk === undefined) controller.close();
          else controller.enqueue(Buffer.from(chunk));
        },
      });
      return new Response(body, { headers: { 'Content-Length': '4' } });
    });
    const response = await fetch(origin);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('the signal is aborted and the stream canceled when the client disconnects', async () => {
    const canceled = vi.fn();
    const aborted = vi.fn();
    const origin = await serve((request) => {
      request.signal.addEventListener('abort', aborted);
      return new Response(endless(canceled));
    });
    const controller = new AbortController();
    const response = await fetch(origin, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    await expect.poll(() => [canceled.mock.calls.length, aborted.mock.calls.length]).toEqual([1, 1]);
  });

  test('every pipelined stream ends when the client disconnects', async () => {
    const count = 20;
    let opened = 0;
    const ends: string[] = [];
    let settle = (): void => {};
    const isOpen = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const origin = await serve((request) => {
      request.signal.addEventListener('abort', () => ends.push('abort'));
      if (++opened === count) settle();
      return new Response(new ReadableStream({ cancel: () => void ends.push('cancel') }));
    });
    const client = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
    client.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
    await isOpen;
    client.destroy();
    await expect
      .poll(() => ends.sort())
      .toEqual([...Array(count).fill('abort'), ...Array(count).fill('cancel')]);
  });

  test('a stream has one listener for backpressure, and obeys a replaced write', async () => {
    let counts: number[] = [];
    let pulled = 0;
    const stream = () =>
      new ReadableStream(
        {
          pull(controller) {
            if (++pulled > 50) controller.close();
            else controller.enqueue(new Uint8Array(10));
          },
        },
        { highWaterMark: 0 },
      );
    const handler: FetchHandler = (_request, { outgoing }) => {
      const { write } = outgoing;
      let pending = 0;
      outgoing.write = ((chunk: Uint8Array) => {
        Reflect.apply(write, outgoing, [chunk]);
        expect(++pending).toBe(1);
        counts.push(outgoing.listenerCount('drain'));
        setImmediate(() => {
          pending--;
          outgoing.emit('drain');
        });
        return false;
      }) as never;
      // As compression does it.
      outgoing.off = outgoing.removeListener = () => outgoing;
      return new Response(stream());
    };
    const response = await fetch(await serve(handler));
    expect((await response.arrayBuffer()).byteLength).toBe(500);
    expect(new Set(counts).size).toBe(1);
    counts = [];
  });

  test('a response that ends does not abort the signal', async () => {
    const aborted = vi.fn();
    const origin = await serve((request) => {
      request.signal.addEventListener('abort', aborted);
      return new Response('done');
    });
    await (await fetch(origin)).text();
    await settle();
    expect(aborted).not.toHaveBeenCalled();
  });

  test('a stream is read no faster than the client reads', async () => {
    let pulled = 0;
    const origin = await serve(
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              pulled++;
              if (pulled > 2_000) controller.close();
              else controller.enqueue(new Uint8Array(64 * 1024));
            },
          }),
        ),
    );
    const request = httpRequest(origin).end();
    const [response] = await once(request, 'response');
    expect(await stable(() => pulled)).toBeLessThan(1_000);
    let length = 0;
    for await (const chunk of response) length += chunk.length;
    expect(length).toBe(2_000 * 64 * 1024);
  });

  test('an upload is read no faster than the handler reads', async () => {
    const origin = await serve(
      async (request) => {
        let length = 0;
        for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>)
          length += chunk.length;
        return new Response(String(length));
      },
      { bodyLimit: Number.POSITIVE_INFINITY },
    );
    const body = new Uint8Array(20 * 1024 * 1024);
    expect(await (await fetch(origin, { method: 'POST', body })).text()).toBe(String(body.length));
  });

  test('an upload that stops makes reading fail', async () => {
    const begun = vi.fn();
    const seen = vi.fn();
    const origin = await serve(async (request) => {
      const text = request.text();
      begun();
      await text.catch(seen);
      return new Response();
    });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
    await expect.poll(() => begun).toHaveBeenCalledTimes(1);
    socket.destroy();
    await expect.poll(() => seen).toHaveBeenCalledTimes(1);
  });
});

test('an error in node:http gets a response without the failed response’s headers', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const headers = { 'Content-Type': 'image/png', 'Content-Length': '1', 'X-Tea': 'a\nb' };
  const handler = (): Response => new FastResponse('x', { headers });
  const origin = await originOf(createHttpServer(fromFetch(handler)).listen(0, '127.0.0.1'));
  const response = await fetch(origin);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error']);
});

test.each([
  ['a text that is longer', () => new FastResponse('abcde', { headers: { 'Content-Length': '4' } })],
  [
    'bytes that are fewer',
    () => new FastResponse(Buffer.from('abc'), { headers: { 'Content-Length': '4' } }),
  ],
  ['no body', () => new FastResponse(null, { headers: { 'Content-Length': '4' } })],
  ['no body in a native response', () => new Response(null, { headers: { 'Content-Length': '4' } })],
])('a response with %s, against its Content-Length, gets 500', async (_what, handler) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const origin = await originOf(createHttpServer(fromFetch(handler)).listen(0, '127.0.0.1'));
  const response = await fetch(origin);
  expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error']);
  expect(log.mock.calls[0]).toMatchObject([{ code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' }]);
  const head = await fetch(origin, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '4']);
});

test.each(foreignErrors)('a handler in node:http that throws %s gets 500', async (_what, make) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const handler: FetchHandler = () => {
    throw make();
  };
  const origin = await originOf(createHttpServer(fromFetch(handler)).listen(0, '127.0.0.1'));
  const response = await fetch(origin);
  expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error']);
});

test('an error in node:http whose message is not a string keeps its status', async () => {
  const handler: FetchHandler = () => {
    throw { status: 404, message: { a: 1 } };
  };
  const origin = await originOf(createHttpServer(fromFetch(handler)).listen(0, '127.0.0.1'));
  expect((await fetch(origin)).status).toBe(404);
});

describe('as middleware', () => {
  async function serveApp(add: (app: ReturnType<typeof createServer>) => void): Promise<string> {
    const app = createServer({ logError: () => {} });
    add(app);
    return originOf(app.listen(0, '127.0.0.1'));
  }

  test('the URL is relative to the prefix, unless it is kept', async () => {
    const origin = await serveApp((app) => {
      app.use(
        '/a',
        fromFetch(({ url }) => new Response(url)),
      );
      app.use(
        '/b',
        fromFetch(({ url }) => new Response(url), { keepPrefix: true }),
      );
      app.all(
        '/c/*splat',
        fromFetch(({ url }) => new Response(url)),
      );
    });
    expect(await (await fetch(`${origin}/a/x?y`)).text()).toBe(`${origin}/x?y`);
    expect(await (await fetch(`${origin}/b/x?y`)).text()).toBe(`${origin}/b/x?y`);
    expect(await (await fetch(`${origin}/c/x?y`)).text()).toBe(`${origin}/c/x?y`);
  });

  test('PASS and 404 go on to the next handler', async () => {
    const canceled = vi.fn();
    const origin = await serveApp((app) => {
      app.use(
        fromFetch(
          ({ url }) => (url.endsWith('/pass') ? PASS : new Response(endless(canceled), { status: 404 })),
          {
            fallThrough: true,
          },
        ),
      );
      app.get('/*rest', (req, res) => res.send(`express ${req.path}`));
    });
    expect(await (await fetch(`${origin}/pass`)).text()).toBe('express /pass');
    expect(await (await fetch(`${origin}/other`)).text()).toBe('express /other');
    expect(canceled).toHaveBeenCalledTimes(1);
  });

  test('an unsent form of Node’s class is dropped', async () => {
    const origin = await serveApp((app) => {
      app.use(fromFetch(() => new Response(form(), { status: 404 }), { fallThrough: true }));
      app.get('/', (_req, res) => res.send('next'));
    });
    expect(await (await fetch(origin)).text()).toBe('next');
  });

  test('headers and values of middleware remain', async () => {
    const origin = await serveApp((app) => {
      app.use((req, res, next) => {
        res.setHeader('X-Before', '1');
        res.cookie('a', '1');
        req.headers['x-user'] = 'ada';
        next();
      });
      app.use(
        fromFetch(({ headers }, { incoming, outgoing }) => {
          expect([incoming.method, outgoing.headersSent]).toEqual(['GET', false]);
          return new FastResponse(headers.get('x-user'), { headers: { 'set-cookie': 'b=2' } });
        }),
      );
    });
    const { headers, ...response } = await fetch(origin).then(async (res) => ({
      headers: res.headers,
      body: await res.text(),
    }));
    expect(response.body).toBe('ada');
    expect(headers.get('x-before')).toBe('1');
    expect(headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  });

  test('the protocol and the host follow trustProxy', async () => {
    const app = createServer({ trustProxy: 'loopback' });
    app.use(fromFetch(({ url }) => new Response(url)));
    const origin = await originOf(app.listen(0, '127.0.0.1'));
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'shop.example' };
    expect(await (await fetch(`${origin}/a`, { headers })).text()).toBe('https://shop.example/a');
  });

  test('a body that a parser has read cannot be read again', async () => {
    const origin = await serveApp((app) => {
      app.use(jsonBody());
      app.use(
        fromFetch(
          async (request) => new Response(await request.text().catch((error: Error) => error.message)),
        ),
      );
    });
    const response = await fetch(origin, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(await response.text()).toBe('The body has already been read, maybe by a body parser.');
  });

  test('a handler may use the Node objects', async () => {
    const origin = await serveApp((app) => {
      app.use(
        fromFetch((_request, { outgoing }) => {
          outgoing.end('from Node');
          return new Response('unused');
        }),
      );
    });
    expect(await (await fetch(origin)).text()).toBe('from Node');
  });

  test.each([
    ['a text', () => new Response('late')],
    ['no body', () => new Response(null, { status: 204 })],
    ['a promise of a stream', async () => new Response(new Blob(['late']).stream())],
  ])('passes an error on for %s when the headers were sent before', async (_what, handler) => {
    const codes: unknown[] = [];
    const origin = await serveApp((app) => {
      app.use((_req, res, next) => {
        res.flushHeaders();
        next();
      });
      app.use(fromFetch(handler));
      app.use((error: NodeJS.ErrnoException, _req: unknown, res: ServerResponse, _next: unknown) => {
        codes.push(error.code);
        res.end('begun');
      });
    });
    expect(await (await fetch(origin)).text()).toBe('begun');
    expect(codes).toEqual(['ERR_HTTP_HEADERS_SENT']);
  });

  test('options are checked', () => {
    expect(() => fromFetch('x' as never)).toThrow(
      'Invalid handler of fromFetch(): expected a function, got "x".',
    );
    expect(() => fromFetch(() => PASS, { limit: 1 } as never)).toThrow(/limit/);
    expect(() => fromFetch(() => PASS, { bodyLimit: -1 })).toThrow(/bodyLimit/);
  });
});

test('1,000 aborted streams leave no leaks', async () => {
  let open = 0;
  const server = hosts['the fast lane']?.((request) => {
    open++;
    request.signal.addEventListener('abort', () => {});
    return new Response(endless(() => open--));
  }) as Server;
  const origin = await originOf(server);
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const controller = new AbortController();
        const response = await fetch(origin, { signal: controller.signal });
        await response.body?.getReader().read();
        controller.abort();
      }),
    );
  }
  await expect.poll(() => open).toBe(0);
  const connections = () =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
});

function form(): FormData {
  const data = new FormData();
  data.set('file', new File(['contents'], 'a.txt'));
  return data;
}

function chunksOf(...chunks: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const chunk = chunks.shift();
      await delay(5);
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });
}

function endless(canceled: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await delay(5);
      controller.enqueue(new Uint8Array(1024));
    },
    cancel: canceled,
  });
}
