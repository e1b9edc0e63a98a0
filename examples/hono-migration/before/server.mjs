import { serve } from '@hono/node-server';
import { app } from './app.mjs';

const port = Number(process.env.PORT ?? 3000);
const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => {
  console.log(`curl http://localhost:${address.port}/notes`);
});
process.once('SIGINT', () => server.close());
