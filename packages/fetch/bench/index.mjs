// A handler of web standards in Node's server.
import { createServer } from 'node:http';
import { serve as serveByHono } from '@hono/node-server';
import { fromFetch, serve } from '@nextpress/fetch';
import { bench } from '@nextpress-internal/bench-kit';
import { order } from '@nextpress-internal/bench-kit/order';
import { Hono } from 'hono';
import { serve as serveBySrvx } from 'srvx/node';

const hono = () =>
  new Hono()
    .get('/', (c) => c.text('Hi'))
    .get('/id/:id', (c) => {
      c.header('x-powered-by', 'benchmark');
      return c.text(`${c.req.param('id')} ${c.req.query('name')}`);
    })
    .post('/json', async (c) => c.json(await c.req.json()));

const variants = {
  '@nextpress/fetch': () =>
    /** @type {import('node:http').Server} */ (serve({ fetch: hono().fetch, port: 0 })),
  'fromFetch in node:http': () => createServer(fromFetch(hono().fetch)),
  '@hono/node-server': () =>
    /** @type {import('node:http').Server} */ (serveByHono({ fetch: hono().fetch, port: 0 })),
  srvx: async () => {
    const server = serveBySrvx({ fetch: hono().fetch, port: 0, silent: true });
    await server.ready();
    return /** @type {import('node:http').Server} */ (server.node?.server);
  },
};

await bench(import.meta.dirname, {
  measures: 'CPU time of a server that runs Hono for a request',
  servers: {
    GET: { requests: Array.from({ length: 1_000 }, () => ({ path: '/' })), variants },
    'GET with a parameter and a query': {
      requests: Array.from({ length: 1_000 }, (_, index) => ({ path: `/id/${index}?name=bun${index}` })),
      variants,
    },
    'POST of 1 kB of JSON': {
      requests: Array.from({ length: 1_000 }, (_, index) => ({
        method: 'POST',
        path: '/json',
        headers: { 'Content-Type': 'application/json' },
        body: order(index),
      })),
      variants,
    },
  },
});
