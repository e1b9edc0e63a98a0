import { webStream } from '../../content/megabyte.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/stream': {
        GET: () =>
          new Response(webStream(), {
            headers: { 'Content-Type': 'application/octet-stream' },
          }),
      },

      '/upload': {
        async POST(request) {
          const body = await request.arrayBuffer();
          return Response.json({ bytes: body.byteLength });
        },
      },
    },
  });
