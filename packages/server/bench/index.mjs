// An application with 200 routes and a guard. `npm run bench` without a name compares whole frameworks.
import { createServer as createHttpServer } from 'node:http';
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

await bench(import.meta.dirname, {
  measures: 'server CPU time per request',
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
  },
});
