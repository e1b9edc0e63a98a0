import fastify from 'fastify';

const schema = {
  response: { 200: { type: 'object', properties: { hello: { type: 'string' } } } },
};

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = fastify();

  app.get('/', { schema }, (_request, reply) => {
    reply.send({ hello: 'world' });
  });

  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}
