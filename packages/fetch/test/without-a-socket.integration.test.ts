import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonBody } from '@nextpress/json-body';
import { createServer } from '@nextpress/server';
import { stable } from '@nextpress-internal/test-kit';
import express from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { inject, toFetch } from '../src/index.ts';

type App = ReturnType<typeof createServer>;

/** The same routes for Nextpress and Express. */
function addRoutes(app: App, json: unknown): App {
  app.get('/hello', (req, res) => res.json({ hello: req.query.name, ip: req.ip, host: req.get('host') }));
  app.post('/json', json as ReturnType<typeof jsonBody>, (req, res) => res.status(201).json(req.body));
  app.post('/length', async (req, res) => {
    let length = 0;
    for await (const chunk of req) length += chunk.length;
    res.send(`${length} ${req.get('content-type')?.replace(/boundary=.*/, '')}`);
  });
  app.get('/cookies', (req, res) => {
    res
      .cookie('a', 'x y', { httpOnly: true })
      .cookie('b', '2')
      .append('X-Tea', 'green')
      .append('X-Tea', 'black');
    res.send(req.get('cookie') ?? '');
  });
  app.get('/stream', async (_req, res) => {
    for (const part of ['a', 'b', 'c']) {
      res.write(part);
      await delay(5);
    }
    res.end();
  });
  app.get('/chunked', (_req, res) => {
    res.set('Transfer-Encoding', 'chunked');
    res.write('one ');
    res.end('two');
  });
  app.get('/early', (_req, res) => {
    res.writeEarlyHints({ link: '</a.css>; rel=preload' });
    res.send('late');
  });
  app.get('/204', (_req, res) => res.status(204).end());
  app.get('/redirect', (_req, res) => res.redirect('/hello'));
  app.get('/cut', (_req, res) => {
    res.write('begin');
    setTimeout(() => res.destroy(), 20);
  });
  app.get('/fail', () => {
    throw new Error('failed');
  });
  app.get('/file', (_req, res) => res.sendFile(new URL(import.meta.url).pathname));
  return app;
}

const apps: Record<string, () => App> = {
  Nextpress: () => addRoutes(createServer({ logError: () => {} }), jsonBody()),
  Express: () => {
    const app = express();
    app.set('env', 'test');
    return addRoutes(app as never, express.json());
  },
};

describe.each(Object.entries(apps))('an application of %s', (_name, make) => {
  const app = make();

  test.each<[string, RequestInit?]>([
    ['/hello?name=ada'],
    ['/json', { method: 'POST', body: '{"a":1}', headers: { 'Content-Type': 'application/json' } }],
    [
      '/json',
      { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json', Accept: 'text/html' } },
    ],
    ['/length', { method: 'POST', body: 'x'.repeat(100_000) }],
    ['/length', { method: 'POST', body: new URLSearchParams({ a: '1' }) }],
    ['/cookies', { headers: { Cookie: 'c=3' } }],
    ['/stream'],
    ['/chunked'],
    ['/early'],
    ['/204'],
    ['/redirect'],
    ['/fail'],
    ['/file'],
    ['/none'],
    ['/hello', { method: 'HEAD' }],
    ['/hello', { method: 'OPTIONS' }],
  ])('responds to %s as over a socket, %o', async (path, init) => {
    const server = app.listen(0, '127.0.0.1');
    if (!server.listening) await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const expected = await seen(await fetch(url, { ...init, redirect: 'manual' }));
    const client = { remoteAddress: '127.0.0.1' };
    expect(await seen(await toFetch(app)(new Request(url, init), client))).toEqual(expected);
    if (init?.body instanceof URLSearchParams || init === undefined || typeof init.body === 'string') {
      const { status, headers, body } = await inject(app, { url, ...init } as never);
      expect([status, headers['content-type'], body]).toEqual([
        expected.status,
        expected.headers['content-type'],
        expected.body,
      ]);
    }
  });

  test('a response that is cut rejects, and one that is aborted ends', async () => {
    await expect(inject(app, '/cut')).rejects.toThrow('The application cut the response.');
    const response = await toFetch(app)(new Request('http://localhost/cut'));
    await expect(response.text()).rejects.toThrow('The application cut the response.');
  });
});

/** What a client sees. */
async function seen(response: Response) {
  const { status, statusText } = response;
  const headers = Object.fromEntries(response.headers);
  for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'date']) delete headers[name];
  return {
    status,
    statusText,
    headers,
    cookies: response.headers.getSetCookie(),
    body: await response.text(),
  };
}

describe('inject', () => {
  const app = addRoutes(createServer({ logError: () => {} }), jsonBody());

  test('takes values, forms, bytes and streams', async () => {
    const post = async (url: string, body: unknown) =>
      (await inject(app, { method: 'post', url, body })).body;
    const form = new FormData();
    form.set('a', '1');
    expect(await post('/json', { a: [1] })).toBe('{"a":[1]}');
    expect(await post('/length', 'grün')).toBe('5 text/plain;charset=UTF-8');
    expect(await post('/length', new Uint8Array(3))).toBe('3 undefined');
    expect(await post('/length', form)).toMatch(/^\d{3} multipart\/form-data; $/);
    expect(await post('/length', new Blob(['abc'], { type: 'text/tea' }))).toBe('3 text/tea');
    expect(await post('/length', Readable.from([Buffer.from('ab'), Buffer.from('c')]))).toBe('3 undefined');
    expect(await post('/length', new Blob(['abcd']).stream())).toBe('4 undefined');
  });

  test('sends and reads cookies, and adds to the query', async () => {
    const response = await inject(app, { url: '/cookies', cookies: { c: '3', d: 'x y' } });
    expect(response.body).toBe('c=3; d=x%20y');
    expect(response.cookies).toEqual([
      { name: 'a', value: 'x y', attributes: { path: '/', httponly: '' } },
      { name: 'b', value: '2', attributes: { path: '/' } },
    ]);
    expect(response.headers['x-tea']).toBe('green, black');
    const url = 'https://shop.example:8443/hello?name=ada';
    expect((await inject(app, { url, query: { other: 1 } })).json()).toEqual({
      hello: 'ada',
      ip: '127.0.0.1',
      host: 'shop.example:8443',
    });
    expect(
      (await inject(app, { url: '/hello', headers: { HOST: 'b' }, remoteAddress: '10.0.0.1' })).json(),
    ).toEqual({
      ip: '10.0.0.1',
      host: 'b',
    });
  });

  test('ends with its signal', async () => {
    const closed = vi.fn();
    const slow = createServer();
    slow.get('/', (_req, res) => void res.on('close', closed));
    const controller = new AbortController();
    const response = inject(slow, { url: '/', signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(response).rejects.toThrow('enough');
    expect(closed).toHaveBeenCalledTimes(1);
    await expect(inject(slow, { url: '/', signal: controller.signal })).rejects.toThrow('enough');
  });

  test('rejects for an invalid URL', async () => {
    await expect(inject(app, 'http://')).rejects.toThrow(TypeError);
  });
});

describe('toFetch', () => {
  test('streams no faster than the body is read, and cancels', async () => {
    const app = createServer();
    let written = 0;
    const closed = vi.fn();
    app.get('/', async (_req, res) => {
      res.on('close', closed);
      const chunk = Buffer.alloc(64 * 1024);
      while (!res.destroyed && written < 1_000) {
        written++;
        if (!res.write(chunk)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
      }
    });
    const response = await toFetch(app)(new Request('http://localhost/'));
    const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    await reader.read();
    expect(await stable(() => written)).toBeLessThan(20);
    await reader.cancel();
    await expect.poll(() => closed).toHaveBeenCalledTimes(1);
  });

  test('rejects when the request is aborted', async () => {
    const app = createServer();
    app.get('/', () => {});
    const controller = new AbortController();
    const response = toFetch(app)(new Request('http://localhost/', { signal: controller.signal }));
    controller.abort();
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('does not know the client’s address unless given', async () => {
    const app = createServer({ trustProxy: 'loopback' });
    app.get('/', (req, res) => res.json([req.ip ?? null, req.protocol]));
    const request = () => new Request('https://localhost/', { headers: { 'X-Forwarded-For': '1.2.3.4' } });
    expect(await (await toFetch(app)(request())).json()).toEqual([null, 'https']);
    const client = { remoteAddress: '127.0.0.1' };
    expect(await (await toFetch(app)(request(), client)).json()).toEqual(['1.2.3.4', 'https']);
  });
});
