import { webStream } from '../../content/megabyte.mjs';

/** @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  if (request.method === 'GET' && pathname === '/stream') {
    return new Response(webStream(), {
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  }
  if (request.method === 'POST' && pathname === '/upload') {
    const body = await request.arrayBuffer();
    return Response.json({ bytes: body.byteLength });
  }
  return new Response('Not Found', { status: 404 });
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, answer).addr;
