import { Elysia } from 'elysia';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Elysia().get('/', () => ({ hello: 'world' })).listen({ port: 0, hostname: '127.0.0.1' });

  return { port: Number(app.server?.port) };
}
