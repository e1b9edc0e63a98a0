import { H3, serve as listen } from 'h3';

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = new H3();

  app.get('/', () => ({ hello: 'world' }));

  const server = listen(app, { port: 0, hostname: '127.0.0.1', silent: true });
  await server.ready();
  return { port: Number(new URL(server.url ?? '').port) };
}
