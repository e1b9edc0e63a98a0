import { Elysia } from 'elysia';
import { webStream } from '../../content/megabyte.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Elysia()
    .get(
      '/stream',
      () =>
        new Response(webStream(), {
          headers: { 'Content-Type': 'application/octet-stream' },
        }),
    )
    .post('/upload', ({ body }) => ({ bytes: /** @type {ArrayBuffer} */ (body).byteLength }), {
      parse: 'arrayBuffer',
    })
    .listen({ port: 0, hostname: '127.0.0.1' });

  return { port: Number(app.server?.port) };
}
