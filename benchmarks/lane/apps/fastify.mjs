import { createServer } from 'node:http';
import fastify from 'fastify';

/**
 * Fastify makes its listener and hands it to a factory.
 *
 * @type {import('./app.mjs').Listener | undefined}
 */
let made;
const app = fastify({
  serverFactory(handler) {
    made = handler;
    return createServer();
  },
});

app.get('/', (_request, reply) => {
  reply.send({ hello: 'world' });
});
await app.ready();

/** @type {import('./app.mjs').Listener} */
export const listener = (req, res) => made?.(req, res);
