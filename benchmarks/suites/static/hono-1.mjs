import { Hono } from 'hono';
import { serve as listen } from 'hono-node-server-1';
import { serveStatic } from 'hono-node-server-1/serve-static';
import { staticFolder } from '../../content/static-files.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Hono();
  app.use(serveStatic({ root: staticFolder() }));

  return listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
}
