import { getQuery, getRouterParam, H3, serve as listen, readBody } from 'h3';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/** @type {import('../../suite.mjs').Serve} */
export async function serve() {
  const app = new H3({ silent: true });

  app.get('/', (event) => {
    event.res.headers.set('Content-Type', 'text/plain; charset=utf-8');
    return 'Hi';
  });

  app.get('/id/:id', (event) => {
    event.res.headers.set('Content-Type', 'text/plain; charset=utf-8');
    event.res.headers.set('X-Powered-By', 'benchmark');
    return `${getRouterParam(event, 'id')} ${getQuery(event).name}`;
  });

  app.post('/json', (event) => readBody(event));

  app.get('/profile', () => profile());

  app.get('/users/:id', (event) => {
    const id = getRouterParam(event, 'id');
    return { id, name: `User ${id}` };
  });

  app.get('/chain', (event) => {
    const started = Date.now();
    const requestId = String(event.req.headers.get('X-Request-Id'));
    const authenticated = event.req.headers.get('Authorization') === 'Bearer secret';
    event.res.headers.set('X-Request-Id', requestId);
    event.res.headers.set('X-Response-Time', `${Date.now() - started}ms`);
    return { message: 'Chain complete', requestId, authenticated };
  });

  app.get('/error', () => {
    throw new Error('This handler always throws');
  });

  app.get('/fields', (event) => {
    event.res.headers.set('Content-Type', 'text/plain; charset=utf-8');
    for (const [name, value] of Object.entries(tenFields)) event.res.headers.set(name, value);
    return 'Hi';
  });

  const server = listen(app, { port: 0, hostname: '127.0.0.1', silent: true });
  await server.ready();
  return { port: Number(new URL(server.url ?? '').port) };
}
