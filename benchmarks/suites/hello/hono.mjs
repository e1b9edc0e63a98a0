import { serve as listen } from '@hono/node-server';
import { Hono } from 'hono';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Hono();

  app.get('/', (c) => c.json({ hello: 'world' }));

  return listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
}
