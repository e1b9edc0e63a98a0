import { H3, serve as listen } from 'h3';
import { webStream } from '../../content/megabyte.mjs';

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = new H3();

  app.get('/stream', (event) => {
    event.res.headers.set('Content-Type', 'application/octet-stream');
    return webStream();
  });

  app.post('/upload', async (event) => {
    const body = await event.req.arrayBuffer();
    return { bytes: body.byteLength };
  });

  const server = listen(app, { port: 0, hostname: '127.0.0.1', silent: true });
  await server.ready();
  return { port: Number(new URL(server.url ?? '').port) };
}
