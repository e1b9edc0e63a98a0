import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/** @param {Request} request */
async function answer(request) {
  const { pathname, searchParams } = new URL(request.url);
  switch (`${request.method} ${pathname}`) {
    case 'GET /':
      return new Response('Hi');
    case 'POST /json':
      return Response.json(await request.json());
    case 'GET /profile':
      return Response.json(profile());
    case 'GET /chain':
      return chain(request);
    case 'GET /error':
      throw new Error('This handler always throws');
    case 'GET /fields':
      return new Response('Hi', { headers: tenFields });
  }
  const [, first, id = ''] = pathname.split('/', 3);
  if (request.method === 'GET' && first === 'id') {
    return new Response(`${id} ${searchParams.get('name')}`, { headers: { 'X-Powered-By': 'benchmark' } });
  }
  if (request.method === 'GET' && first === 'users') return Response.json({ id, name: `User ${id}` });
  return new Response('Not Found', { status: 404 });
}

/** @param {Request} request */
function chain(request) {
  const started = Date.now();
  const requestId = String(request.headers.get('X-Request-Id'));
  const authenticated = request.headers.get('Authorization') === 'Bearer secret';
  return Response.json(
    { message: 'Chain complete', requestId, authenticated },
    { headers: { 'X-Request-Id': requestId, 'X-Response-Time': `${Date.now() - started}ms` } },
  );
}

const onError = () => new Response('Internal Server Error', { status: 500 });

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {}, onError }, answer).addr;
