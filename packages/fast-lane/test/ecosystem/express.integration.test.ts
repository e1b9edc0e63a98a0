import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler } from 'express';
import { Agent, fetch } from 'undici';
import { expect, test } from 'vitest';
import {
  fieldOf,
  identity,
  type Lane,
  request,
  responsesOnEveryLane,
  sameOnEveryLane,
  talkTo,
} from './lanes.ts';
import type { ReceivedResponse } from './raw-client.ts';

// Express changes the prototypes of its request and response.
const notLazy = { lazy: false };

function application(): RequestListener {
  const app = express();
  app.set('trust proxy', 'loopback');
  app.use(express.json(), express.urlencoded({ extended: false }), express.text());
  app.use((_req, res, next) => {
    res.set('X-Seen', 'middleware');
    next();
  });
  app.get('/users/:id', (req, res) => {
    res.json({
      id: req.params.id,
      query: req.query,
      ip: req.ip,
      agent: req.get('User-Agent'),
      own: req.hostname,
    });
  });
  app.get('/text', (_req, res) => {
    res.send('words');
  });
  app.get('/moved', (_req, res) => {
    res.cookie('a', 'b', { httpOnly: true }).redirect(301, '/text');
  });
  app.get('/formats', (_req, res) => {
    res.format({ 'text/plain': () => res.send('plain'), 'application/json': () => res.send({ json: true }) });
  });
  app.get('/late', async (_req, res) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    res.status(202).send('late');
  });
  app.get('/pieces', (_req, res) => {
    res.write('one,');
    setImmediate(() => res.end('two'));
  });
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  app.post('/echo', (req, res) => {
    res.json({ body: req.body, type: req.is(['json', 'urlencoded', 'text/plain']) });
  });
  const admin = express.Router();
  admin.use('/deep', (req, res) => {
    res.json([req.baseUrl, req.url, req.originalUrl]);
  });
  app.use('/admin', admin);
  app.use(((error: Error, _req, res, _next) => {
    res.status(500).json({ error: error.message });
  }) satisfies ErrorRequestHandler);
  return app;
}

const pipelined = [
  request('GET /users/7?a=1&b=2&b=3', ['User-Agent: test', 'X-Forwarded-For: 192.0.2.1']),
  request('GET /late'),
  request('POST /echo', ['Content-Type: application/json'], '{"a":[1,2]}'),
  request('HEAD /text'),
  request('GET /moved'),
  request('GET /formats', ['Accept: application/json']),
  request('POST /echo', ['Content-Type: application/x-www-form-urlencoded'], 'a=1&b=%20'),
  request('GET /text', ['If-None-Match: W/"5-77iTYR5vVvWtBySBY0ClCk6wggs"']),
  request('GET /broken'),
  request('GET /pieces'),
  request('GET /admin/deep/x?y'),
  request('POST /echo', ['Content-Type: application/json'], '{'),
  request('DELETE /none'),
  request('GET /text'),
];

test.each(['plain', 'secure'])(
  'an Express application responds to pipelined requests in order: %s',
  async (kind) => {
    const build = (lane: Lane): Server | SecureServer =>
      lane.over(kind === 'plain' ? createServer(application()) : createSecureServer(identity, application()));
    const responses = await responsesOnEveryLane(build, pipelined, notLazy);
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [200, '{"id":"7","query":{"a":"1","b":["2","3"]},"ip":"192.0.2.1","agent":"test","own":"localhost"}'],
      [202, 'late'],
      [200, '{"body":{"a":[1,2]},"type":"json"}'],
      [200, ''],
      [301, 'Moved Permanently. Redirecting to /text'],
      [200, '{"json":true}'],
      [200, '{"body":{"a":"1","b":" "},"type":"urlencoded"}'],
      [304, ''],
      [500, '{"error":"broken"}'],
      [200, 'one,two'],
      [200, '["/admin/deep","/x?y","/admin/deep/x?y"]'],
      [500, expect.stringContaining('JSON')],
      [404, expect.stringContaining('Cannot DELETE /none')],
      [200, 'words'],
    ]);
    expect(fieldOf(responses[4] as ReceivedResponse, 'Set-Cookie')).toBe('a=b; Path=/; HttpOnly');
    expect(fieldOf(responses[9] as ReceivedResponse, 'Transfer-Encoding')).toBe('chunked');
    expect(
      responses.every((response) => fieldOf(response, 'X-Seen') === 'middleware' || response.status === 500),
    ).toBe(true);
  },
);

test('an Express application serves a client that pools connections', async () => {
  const bodies = await sameOnEveryLane(
    (lane) =>
      talkTo(lane.over(createSecureServer(identity, application())), async ({ url, ca }) => {
        const dispatcher = new Agent({ connections: 2, pipelining: 4, ...(ca && { connect: { ca } }) });
        const post = async (n: number): Promise<unknown> => {
          const headers = { 'Content-Type': 'application/json' };
          const body = JSON.stringify({ n, text: 'x'.repeat(n * 1000) });
          return (await fetch(`${url}/echo`, { method: 'POST', headers, body, dispatcher })).json();
        };
        const get = async (n: number): Promise<unknown> =>
          (await fetch(`${url}/users/${n}`, { dispatcher })).json();
        const responses = await Promise.all(
          Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? post(n) : get(n))),
        );
        await dispatcher.close();
        return responses;
      }),
    notLazy,
  );
  expect(bodies[3]).toEqual({ body: { n: 3, text: 'x'.repeat(3000) }, type: 'json' });
  expect(bodies[4]).toMatchObject({ id: '4', ip: '127.0.0.1' });
});

test('Express sends a whole file, a range of it, and nothing if it is not modified', async () => {
  const path = fileURLToPath(import.meta.url);
  const text = readFileSync(path, 'latin1');
  const app = express();
  app.get('/file', (_req, res) => res.sendFile(path, { lastModified: false }));
  const build = (lane: Lane): Server => lane.over(createServer(app));
  const [whole, part] = await responsesOnEveryLane(
    build,
    [
      request('GET /file'),
      request('GET /file', ['Range: bytes=5-9']),
      request('HEAD /file'),
      request('GET /file'),
    ],
    notLazy,
  );
  expect(whole?.body).toBe(text);
  expect([part?.status, part?.body]).toEqual([206, text.slice(5, 10)]);
  const tag = fieldOf(whole as ReceivedResponse, 'ETag');
  const [known] = await responsesOnEveryLane(
    build,
    [request('GET /file', [`If-None-Match: ${tag}`])],
    notLazy,
  );
  expect([known?.status, known?.body]).toEqual([304, '']);
});
