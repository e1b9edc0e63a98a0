import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { get } from 'node:https';
import { clientSecret, exchange, type Listening, listen, serverSecret } from '@nextpress-internal/test-kit';
import express from 'express';
import supertest from 'supertest';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Application,
  createServer,
  type Handler,
  type NextFunction,
  type Request,
  type Response,
} from '../src/index.ts';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});
async function serve(app: RequestListener): Promise<Listening> {
  const server = await listen(createHttpServer(app));
  open.push(server);
  return server;
}
async function text(server: Listening, path: string, init?: RequestInit): Promise<string> {
  return (await fetch(server.url + path, init)).text();
}

describe('listen()', () => {
  const address = (server: Server): number => (server.address() as { port: number }).port;

  test('returns the http.Server and calls back once it listens; close() ends it', async () => {
    const app = createServer().get('/', (_req, res) => res.send('here'));
    const server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    expect(await (await fetch(`http://127.0.0.1:${address(server)}/`)).text()).toBe('here');
    await app.close();
    expect(server.listening).toBe(false);
    await app.close();
  });

  test('calls back with the error that prevents it', async () => {
    const first = createServer();
    const taken = await new Promise<Server>((resolve) => {
      const listening = first.listen(0, '127.0.0.1', () => resolve(listening));
    });
    const error = await new Promise<Error | undefined>((resolve) => {
      createServer().listen(address(taken), '127.0.0.1', resolve);
    });
    expect(error).toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
  });

  test('close() waits for pending responses, not for idle connections', async () => {
    const app = createServer({ keepAliveTimeout: 60_000 });
    app.get('/', (_req, res) => void setTimeout(() => res.send('late'), 60));
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const pending = exchange(address(server), 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => server.once('request', resolve));
    await app.close();
    expect((await pending).map(({ body }) => body)).toEqual(['late']);
  });

  test('serves HTTPS with the option tls', async () => {
    const app = createServer({ tls: serverSecret });
    app.get('/', (req, res) => res.send(String('encrypted' in req.socket)));
    const server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    const body = await new Promise<string>((resolve, reject) => {
      const options = { port: address(server), host: '127.0.0.1', ...clientSecret, agent: false };
      const request = get(options, (res) => res.setEncoding('utf8').on('data', resolve));
      request.on('error', reject);
    });
    expect(body).toBe('true');
    await app.close();
  });

  test('passes timeouts to the server', () => {
    const server = createServer({ keepAliveTimeout: 72_000, requestTimeout: 9_000 }).listen(0);
    expect([server.keepAliveTimeout, server.requestTimeout]).toEqual([72_000, 9_000]);
    server.close();
  });
});

describe('an application', () => {
  test('runs under supertest', async () => {
    const app = createServer().get('/user/:name', (req, res) => res.json({ name: req.params.name }));
    await supertest(app).get('/user/tobi').expect('Content-Type', /json/).expect(200, { name: 'tobi' });
  });

  test('uses routes that are added while it serves', async () => {
    const app = createServer();
    const server = await serve(app);
    expect(await text(server, '/late')).toContain('Cannot GET /late: no route matches.');
    app.get('/late', (_req, res) => res.send('now'));
    expect(await text(server, '/late')).toBe('now');
    const route = app.route('/later');
    route.get((_req, res) => res.send('get'));
    expect(await text(server, '/later')).toBe('get');
    route.post((_req, res) => res.send('post'));
    expect(await text(server, '/later', { method: 'POST' })).toBe('post');
  });

  test('uses the options for case, trailing slash and query', async () => {
    const app = createServer({
      caseSensitive: true,
      strict: true,
      queryParser: (query) => ({ raw: query }),
    }).get('/Path', (req, res) => res.json(req.query));
    const server = await serve(app);
    expect(await text(server, '/Path?a=1')).toBe('{"raw":"a=1"}');
    expect((await fetch(`${server.url}/path`)).status).toBe(404);
    expect((await fetch(`${server.url}/Path/`)).status).toBe(404);
  });

  test('has its own helpers when it is mounted in Express, and restores the messages on next()', async () => {
    const inner = createServer().get('/in', (req, res) =>
      res.json([req.pathname, req.baseUrl, req.originalUrl]),
    );
    const outer = express();
    outer.use('/api', inner);
    outer.use((req, res) => {
      res.type('txt').send(`express again: ${req.url}, ${Object.getPrototypeOf(res) === outer.response}`);
    });
    const server = await serve(outer);
    expect(JSON.parse(await text(server, '/api/in'))).toEqual(['/in', '/api', '/api/in']);
    expect(await text(server, '/api/no?x')).toBe('express again: /api/no?x, true');
  });

  test('mounts an Express application, and continues after it', async () => {
    const inner = express().get('/in', (_req, res) => void res.send('express'));
    for (const prefix of ['/', '/x']) {
      const app = createServer().use(prefix, inner as unknown as Handler);
      app.use((req, res) => res.json({ pathname: req.pathname, query: req.query }));
      const server = await serve(app);
      expect(await text(server, `${prefix === '/' ? '' : prefix}/in`)).toBe('express');
      expect(JSON.parse(await text(server, '/x/nope?a=1'))).toEqual({
        pathname: '/x/nope',
        query: { a: '1' },
      });
    }
  });

  test('keeps the params of a route when it is a handler of the route', async () => {
    const inner = createServer().get('/other/:x', (_req, res) => res.send('inner'));
    const app = createServer().get('/:id', inner, (req, res) => res.json(req.params));
    const mounting = express().get('/:id', inner, (req, res) => void res.json(req.params));
    for (const each of [app, mounting]) expect(await text(await serve(each), '/7')).toBe('{"id":"7"}');
  });

  test('responds with 400 only when a prefix captures a value that is not UTF-8, and keeps a pending error', async () => {
    const app = createServer({ logError: () => {} });
    app.use('/:first', (req, _res, next) => (req.query.fail ? next(new Error('mine')) : next()));
    app.use('/:tenant', (error: Error, _req: Request, res: Response, _next: NextFunction) =>
      res.send(error.message),
    );
    app.use((req, res) => res.send(req.pathname));
    const server = await serve(app);
    expect(await text(server, '/acme/%FF')).toBe('/acme/%FF');
    expect((await fetch(`${server.url}/%FF/a`)).status).toBe(400);
    expect(await text(server, '/acme?fail=1')).toBe('mine');
  });

  test('runs two thousand layers that each change the target', async () => {
    const app = createServer();
    for (let i = 0; i < 2_000; i++) {
      app.use((req, _res, next) => {
        req.url = `/${i}`;
        next();
      });
    }
    app.get('/:n', (req, res) => res.send(req.params.n));
    expect(await text(await serve(app), '/')).toBe('1999');
  });

  test('includes the methods of mounted applications in Allow', async () => {
    const app = createServer().get('/api/a', (_req, res) => res.send('a'));
    app.use(
      '/api',
      createServer().put('/a', (_req, res) => res.send('b')),
    );
    const server = await serve(app);
    const response = await fetch(`${server.url}/api/a`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, PUT']);
  });

  test('does not change the prototypes of node:http', async () => {
    const seen: unknown[] = [];
    const bare = await serve((_req, res) => {
      seen.push('json' in res);
      res.end();
    });
    createServer();
    await text(bare, '/');
    expect(seen).toEqual([false]);
  });

  test('runs a stack of ten thousand middleware', async () => {
    const app = createServer();
    let ran = 0;
    for (let i = 0; i < 10_000; i++) {
      app.use((_req, _res, next) => {
        ran++;
        next();
      });
    }
    app.get('/', (_req, res) => res.send('end'));
    expect(await text(await serve(app), '/')).toBe('end');
    expect(ran).toBe(10_000);
  });
});

describe('the default error response', () => {
  const failing = (error: unknown, env?: string): Application =>
    createServer({ logError: (logged) => logs.push(logged), ...(env === undefined ? {} : { env }) }).get(
      '/',
      () => {
        throw error;
      },
    );
  let logs: unknown[] = [];
  afterEach(() => {
    logs = [];
  });

  test('has the status, code, headers and message of a client error, which is not logged', async () => {
    const error = Object.assign(new Error('slow down'), {
      status: 429,
      code: 'ERR_LIMIT',
      headers: { 'Retry-After': '7', 'Bad\nName': 'x' },
    });
    const server = await serve(failing(error));
    const response = await fetch(server.url);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      detail: 'slow down',
      code: 'ERR_LIMIT',
    });
    expect(logs).toEqual([]);
  });

  test('hides the message of a server error, which is logged', async () => {
    const error = new Error('secret');
    const server = await serve(failing(error));
    expect(await (await fetch(server.url)).json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'Internal Server Error',
    });
    expect(logs).toEqual([error]);
  });

  test('shows message and stack in development', async () => {
    const server = await serve(failing(new Error('secret'), 'development'));
    const body = (await (await fetch(server.url)).json()) as Record<string, string>;
    expect(body.detail).toBe('secret');
    expect(body.stack).toContain('create-server.integration.test');
    const page = await text(server, '/', { headers: { Accept: 'text/html' } });
    expect(page).toMatch(/^500 Internal Server Error\n\nsecret\n\nError: secret\n/);
  });

  test.each([undefined, null, 'text', 7, { status: 99 }, { status: 700 }, Object.create(null)])(
    'has status 500 for a thrown %o',
    async (thrown) => {
      const server = await serve(failing(thrown));
      expect((await fetch(server.url)).status).toBe(500);
      expect(logs).toHaveLength(1);
    },
  );

  test('has no headers of the content that the handler meant to send', async () => {
    const app = createServer({ logError: () => {} }).get('/', (_req, res) => {
      res
        .set('Content-Encoding', 'gzip')
        .set('ETag', '"x"')
        .set('Cache-Control', 'max-age=9')
        .set('X-Kept', 'yes');
      throw new Error('late');
    });
    const { headers } = await fetch((await serve(app)).url);
    expect(['content-encoding', 'etag', 'cache-control', 'x-kept'].map((name) => headers.get(name))).toEqual([
      null,
      null,
      null,
      'yes',
    ]);
  });

  test('is not sent after a complete response, but the error is logged', async () => {
    const whole = 'whole'.repeat(1_000_000);
    const app = createServer({ logError: (error) => logs.push(error) }).get('/', (_req, res) => {
      res.send(whole);
      throw new Error('too late');
    });
    expect((await text(await serve(app), '/')).length).toBe(whole.length);
    expect(logs).toMatchObject([{ message: 'too late' }]);
  });

  test('is sent for an unread body, and the connection serves the next request', async () => {
    const server = await serve(createServer());
    const post = 'POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody';
    const responses = await exchange(server.port, post + post, { responses: 2 });
    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('a layer that sets an invalid target', () => {
  test('causes a 400', async () => {
    const app = createServer();
    app.use((req: Request, _res, next) => {
      req.url = '?a=b';
      next();
    });
    app.get('/', (_req, res) => res.send('no'));
    expect((await fetch((await serve(app)).url)).status).toBe(400);
  });
});
