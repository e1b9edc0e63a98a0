import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { closeServer, exchange, type RawResponse } from '@nextpress-internal/test-kit';
import { type Express, default as reference } from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import express from '../src/express.ts';
import { cors, createServer } from '../src/index.ts';

type App = Express;
const makers: Readonly<Record<string, () => App>> = {
  nextpress: () => createServer() as unknown as App,
  'nextpress/express': () => express() as unknown as App,
  'Express 5': reference,
};
const lanes = {
  'the fast lane of listen': (app: App) => app.listen(0, '127.0.0.1'),
  "Node's lane": (app: App) => createHttpServer(app).listen(0, '127.0.0.1'),
};
const places = Object.keys(makers).flatMap((maker) =>
  // Express runs in Node's lane only.
  Object.keys(lanes)
    .slice(maker === 'Express 5' ? 1 : 0)
    .map((lane) => ({ maker, lane: lane as keyof typeof lanes })),
);

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await closeServer(server);
});

const page = 'Origin: https://a.example';
const preflight = `${page}\r\nAccess-Control-Request-Method: PUT`;
const text = (method: string, path: string, fields: string, body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n\r\n${body}`;

const allowed = { 'access-control-allow-origin': 'https://a.example', vary: 'Origin' };
const permitted = {
  ...allowed,
  'access-control-allow-methods': 'PUT',
  vary: 'Origin, Access-Control-Request-Headers',
};
const narrow = { origin: 'https://a.example', methods: 'PUT' };

describe.each(places)('$maker in $lane', ({ maker, lane }) => {
  const make = makers[maker] ?? reference;

  async function send(
    app: App,
    requests: readonly string[],
    methods: readonly string[] = [],
  ): Promise<RawResponse[]> {
    const server = lanes[lane](app);
    servers.push(server);
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    return exchange(port, requests.join(''), { responses: requests.length, methods });
  }

  const responseTo = async (app: App, method: string, path: string, fields: string): Promise<RawResponse> => {
    const [response] = await send(app, [text(method, path, fields)], [method]);
    if (response === undefined) throw new Error('No response.');
    return response;
  };

  test('cors() responds to a preflight before guards, routes and the 404', async () => {
    for (const path of ['/', '/things/1', '/absent', '/things/1/no?a=b']) {
      const app = make();
      let reached = 0;
      app.use(cors(narrow));
      app.use((_req, res) => {
        reached++;
        res.status(401).end();
      });
      app.all('/things/:id', (_req, res) => void res.end('route'));
      const { status, headers, body } = await responseTo(app, 'OPTIONS', path, preflight);
      expect({ status, headers, body }).toMatchObject({ status: 204, headers: permitted, body: '' });
      expect(headers).not.toHaveProperty('content-length');
      expect(reached).toBe(0);
    }
  });

  test('cors() on one route does not affect others', async () => {
    const app = make();
    app.options('/one', cors(narrow));
    app.put('/one', cors(narrow), (_req, res) => void res.end('put'));
    app.put('/two', (_req, res) => void res.end('put'));
    expect((await responseTo(app, 'OPTIONS', '/one', preflight)).headers).toMatchObject(permitted);
    const put = await responseTo(app, 'PUT', '/one', `${page}\r\nContent-Length: 0`);
    expect(put).toMatchObject({ body: 'put', headers: allowed });
    const other = await responseTo(app, 'OPTIONS', '/two', preflight);
    expect(Object.keys(other.headers).filter((name) => /^access-control|^vary/.test(name))).toEqual([]);
  });

  test('OPTIONS that is not a preflight reaches its handler, or gets Allow', async () => {
    const app = make();
    app.use(cors(narrow));
    app.options('/own', (_req, res) => void res.end('own'));
    app.get('/things', (_req, res) => void res.end('things'));
    expect(await responseTo(app, 'OPTIONS', '/own', page)).toMatchObject({ body: 'own', headers: allowed });
    const { status, headers } = await responseTo(app, 'OPTIONS', '/things', page);
    expect(status).toBeLessThan(300);
    expect(headers).toMatchObject({ ...allowed, allow: expect.stringContaining('GET') });
    expect((await responseTo(app, 'OPTIONS', '/own', preflight)).status).toBe(204);
  });

  test('an allowed origin can read error responses', async () => {
    const app = make();
    app.use(cors({ ...narrow, exposedHeaders: 'X-A' }));
    app.get('/fails', () => {
      throw Object.assign(new Error('no'), { status: 422 });
    });
    // Nextpress's own error responses also vary by Accept.
    const vary = expect.stringMatching(/^Origin\b/);
    const exposed = { ...allowed, 'access-control-expose-headers': 'X-A', vary };
    expect(await responseTo(app, 'GET', '/absent', page)).toMatchObject({ status: 404, headers: exposed });
    expect(await responseTo(app, 'GET', '/fails', page)).toMatchObject({ status: 422, headers: exposed });
  });

  test('a refused origin is served without CORS headers, and with Vary', async () => {
    const app = make();
    app.use(cors(narrow));
    app.get('/', (_req, res) => void res.end('read by others'));
    for (const fields of ['Origin: https://b.example', 'Origin: null', 'X-A: no origin']) {
      const { headers, body } = await responseTo(app, 'GET', '/', fields);
      expect(body).toBe('read by others');
      expect(headers.vary).toBe('Origin');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('options may depend on the request', async () => {
    const app = make();
    const open = Object.freeze({ exposedHeaders: 'X-Open' });
    app.use(cors((req) => (req.url === '/open' ? open : narrow)));
    app.get('/:any', (_req, res) => void res.end());
    const opened = await responseTo(app, 'GET', '/open', page);
    expect(opened.headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'Origin' });
    expect((await responseTo(app, 'GET', '/closed', page)).headers).toMatchObject(allowed);
    expect((await responseTo(app, 'OPTIONS', '/closed', preflight)).headers).toMatchObject(permitted);
  });

  test('a preflight with a body and requests pipelined after it get responses in order', async () => {
    const app = make();
    app.use(cors({ ...narrow, origin: async (origin) => origin === 'https://a.example' }));
    app.put('/', (_req, res) => void res.end('put'));
    app.get('/', (_req, res) => void res.end('get'));
    const requests = [
      text('OPTIONS', '/', preflight),
      text('PUT', '/', `${page}\r\nContent-Length: 4`, 'body'),
      text('OPTIONS', '/', `${preflight}\r\nContent-Length: 4`, 'body'),
      text('GET', '/', page),
    ];
    const all = await send(app, requests, ['OPTIONS', 'PUT', 'OPTIONS', 'GET']);
    expect(all.map(({ status, body }) => [status, body])).toEqual([
      [204, ''],
      [200, 'put'],
      [204, ''],
      [200, 'get'],
    ]);
    for (const { headers } of all)
      expect(headers).toMatchObject({ 'access-control-allow-origin': 'https://a.example' });
  });
});
