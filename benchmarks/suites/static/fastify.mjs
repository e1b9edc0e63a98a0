import files from '@fastify/static';
import fastify from 'fastify';
import { staticFolder } from '../../content/static-files.mjs';

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = fastify();
  await app.register(files, { root: staticFolder() });

  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}
