import { Readable } from 'node:stream';
import fastify from 'fastify';
import { chunks } from '../../content/megabyte.mjs';

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = fastify();

  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  app.get('/stream', (_request, reply) => {
    reply.type('application/octet-stream').send(Readable.from(chunks));
  });

  app.post('/upload', (request, reply) => {
    const body = /** @type {Buffer} */ (request.body);
    reply.send({ bytes: body.length });
  });

  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}
