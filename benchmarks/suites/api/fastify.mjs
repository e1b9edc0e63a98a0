import fastify from 'fastify';
import { addRoutes } from './fastify-routes.mjs';

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = fastify();
  addRoutes(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}
