import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/': { GET: () => new Response('Hi') },

      '/id/:id': {
        GET(request) {
          const name = new URL(request.url).searchParams.get('name');
          return new Response(`${request.params.id} ${name}`, { headers: { 'X-Powered-By': 'benchmark' } });
        },
      },

      '/json': { POST: async (request) => Response.json(await request.json()) },

      '/profile': { GET: () => Response.json(profile()) },

      '/users/:id': {
        GET(request) {
          const { id } = request.params;
          return Response.json({ id, name: `User ${id}` });
        },
      },

      '/chain': {
        GET(request) {
          const started = Date.now();
          const requestId = String(request.headers.get('X-Request-Id'));
          const authenticated = request.headers.get('Authorization') === 'Bearer secret';
          return Response.json(
            { message: 'Chain complete', requestId, authenticated },
            { headers: { 'X-Request-Id': requestId, 'X-Response-Time': `${Date.now() - started}ms` } },
          );
        },
      },

      '/error': {
        GET() {
          throw new Error('This handler always throws');
        },
      },

      '/fields': { GET: () => new Response('Hi', { headers: tenFields }) },
    },
    fetch: () => new Response('Not Found', { status: 404 }),
    error: () => new Response('Internal Server Error', { status: 500 }),
  });
