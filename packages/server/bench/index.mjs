// An application with 200 routes and a guard. `npm run bench` without a name compares whole frameworks.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import { createServer } from '@nextpress/server';
import { bench } from '@nextpress-internal/bench-kit';
import { routes, thingPath } from '@nextpress-internal/bench-kit/routes';
import express from 'express';
import Router from 'router';

/** @param {any} app @param {(res: any, body: object) => void} send */
function addRoutes(app, send) {
  app.use((/** @type {any} */ req, /** @type {any} */ res, /** @type {() => void} */ next) => {
    if (req.headers['x-api-key'] === undefined) send(res, { error: 'key' });
    else next();
  });
  for (const { method, path } of routes) {
    app[method](path, (/** @type {any} */ req, /** @type {any} */ res) =>
      send(res, { id: req.params.id ?? '' }),
    );
  }
  return app;
}

/** @param {any} res @param {object} body */
const json = (res, body) => res.json(body);
/** @param {any} res @param {object} body */
const end = (res, body) => res.end(JSON.stringify(body));

const variants = {
  '@nextpress/server': () => addRoutes(createServer(), json).listen(0),
  'without the fast lane': () => addRoutes(createServer({ fastLane: false }), json).listen(0),
  express: () => addRoutes(express().set('etag', false), json).listen(0),
  'router in node:http': () => {
    const router = addRoutes(Router(), end);
    return createHttpServer((req, res) => router(req, res, () => res.writeHead(404).end()));
  },
};

const headers = { 'X-Api-Key': 'secret' };

const SESSIONS = 10;
const STREAMS = 20;

/** @param {import('node:http2').ClientHttp2Session} session @param {number} index */
async function request(session, index) {
  const stream = session.request({ ':path': `/users/${index}`, 'x-request-id': `${index * 7_919}` });
  const [{ ':status': status }] = await once(stream, 'response');
  return { status, body: Buffer.concat(await stream.toArray()).toString() };
}

const http2 = {
  variants: {
    '@nextpress/server': () => {
      const app = createServer({ http2: true });
      app.get('/users/:id', (req, res) => void res.json({ id: req.params.id }));
      return app.listen(0);
    },
    'node:http2': () =>
      /** @type {import('node:http').Server} */ (
        /** @type {unknown} */ (
          createHttp2Server((req, res) => {
            res.setHeader('Content-Type', 'application/json; charset=utf-8');
            res.end(JSON.stringify({ id: req.url.slice('/users/'.length) }));
          })
        )
      ),
  },
  async check(/** @type {number} */ port) {
    const session = connect(`http://127.0.0.1:${port}`);
    const response = await request(session, 7);
    session.close();
    return response;
  },
  async load(/** @type {number} */ port, /** @type {number} */ seconds) {
    const end = performance.now() + seconds * 1_000;
    let count = 0;
    const sessions = Array.from({ length: SESSIONS }, () => connect(`http://127.0.0.1:${port}`));
    const loops = sessions.flatMap((session) =>
      Array.from({ length: STREAMS }, async () => {
        while (performance.now() < end) await request(session, count++);
      }),
    );
    await Promise.all(loops);
    for (const session of sessions) session.close();
    return count;
  },
};

await bench(import.meta.dirname, {
  measures: 'CPU time of a server for a request',
  notes: '[Performance](../../docs/performance.md) compares whole servers with Fastify, Hono and others.',
  servers: {
    'a route of 200, after a guard': {
      requests: Array.from({ length: 4_096 }, (_, index) => ({ path: thingPath(37 * index), headers })),
      variants,
    },
    'refused by the guard': {
      requests: Array.from({ length: 4_096 }, (_, index) => ({ path: thingPath(37 * index) })),
      variants,
    },
    'no route': {
      requests: Array.from({ length: 4_096 }, (_, index) => ({ path: `/missing/${index}`, headers })),
      variants,
      comparable: ({ status }) => status,
    },
    'HTTP/2': http2,
  },
});
