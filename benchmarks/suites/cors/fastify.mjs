import cors from '@fastify/cors';
import fastify from 'fastify';
import { items, policy } from '../../content/cors-policy.mjs';

const { origins: origin, methods, allowedHeaders, maxAge } = policy;

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = fastify();

  await app.register(cors, { origin, methods, allowedHeaders, maxAge, credentials: true });
  app.get('/items', (_request, reply) => {
    reply.send(items);
  });

  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}
