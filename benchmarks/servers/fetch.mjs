// A web-standard handler without a framework, on fromFetch and on srvx.
import { once } from 'node:events';

/** @param {new (body: string, init?: ResponseInit) => Response} OwnResponse @returns {(request: Request) => Response | Promise<Response>} */
function createHandler(OwnResponse) {
  return (request) => {
    const { url } = request;
    const start = url.indexOf('/', 8);
    const end = url.indexOf('?', start);
    const path = end === -1 ? url.slice(start) : url.slice(start, end);
    if (request.method === 'POST' && path === '/json') return echo(request);
    if (path.startsWith('/id/')) {
      const name = new URLSearchParams(url.slice(end)).get('name');
      return new OwnResponse(`${path.slice(4)} ${name}`, { headers: { 'X-Powered-By': 'benchmark' } });
    }
    return new OwnResponse('Hi');
  };

  /** @param {Request} request */
  async function echo(request) {
    const body = JSON.stringify(await request.json());
    return new OwnResponse(body, { headers: { 'Content-Type': 'application/json' } });
  }
}

/** @type {import('../servers.mjs').Serve} */
export async function serve(_app, variant) {
  if (variant === 'srvx') {
    const { FastResponse, serve: listen } = await import('srvx');
    const server = listen({
      fetch: createHandler(FastResponse),
      port: 0,
      hostname: '127.0.0.1',
      silent: true,
    });
    await server.ready();
    return /** @type {import('node:http').Server} */ (server.node?.server);
  }
  if (variant === 'nextpress') await import('@nextpress/fetch/register');
  const { FastResponse, fromFetch } = await import('@nextpress/fetch');
  const { createServer } = await import('nextpress');
  const server = createServer()
    .use(fromFetch(createHandler(FastResponse)))
    .listen(0, '127.0.0.1');
  if (!server.listening) await once(server, 'listening');
  return server;
}
