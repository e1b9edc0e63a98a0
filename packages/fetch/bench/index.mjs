// A handler of web standards in Node's server.
import { createServer } from 'node:http';
import { bench } from '@nextpress-internal/bench-kit';
import { order } from '@nextpress-internal/bench-kit/order';
import { Hono } from 'hono';

const hono = () =>
  new Hono()
    .get('/', (c) => c.text('Hi'))
    .get('/id/:id', (c) => {
      c.header('x-powered-by', 'benchmark');
      return c.text(`${c.req.param('id')} ${c.req.query('name')}`);
    })
    .post('/json', async (c) => c.json(await c.req.json()));

// Each process loads its own adapter only, because some replace global objects.
const variants = {
  '@nextpress/fetch': async () => {
    const { serve } = await import('@nextpress/fetch');
    return /** @type {import('node:http').Server} */ (serve({ fetch: hono().fetch, port: 0 }));
  },
  'fromFetch in node:http': async () => {
    const { fromFetch } = await import('@nextpress/fetch');
    return createServer(fromFetch(hono().fetch));
  },
  '@hono/node-server': async () => {
    const { serve } = await import('@hono/node-server');
    return /** @type {import('node:http').Server} */ (serve({ fetch: hono().fetch, port: 0 }));
  },
  srvx: async () => {
    const { serve } = await import('srvx/node');
    const server = serve({ fetch: hono().fetch, port: 0, silent: true });
    await server.ready();
    return /** @type {import('node:http').Server} */ (server.node?.server);
  },
};

await bench(import.meta.dirname, {
  measures: 'CPU time of a server that runs Hono for a request',
  notes:
    'All of them run the same Hono application. `serve` replaces `Request` and `Response`, as `@hono/node-server` does; `fromFetch` in `node:http` leaves them as they are.',
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
