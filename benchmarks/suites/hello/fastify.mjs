import fastify from 'fastify';

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = fastify();

  app.get('/', (_request, reply) => {
    reply.send({ hello: 'world' });
  });

  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}
