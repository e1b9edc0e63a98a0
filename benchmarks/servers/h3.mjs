import { routes } from '@nextpress-internal/bench-kit/routes';
import { getQuery, getRouterParam, H3, serve as listen, readBody } from 'h3';
import { securityHeaders } from '../content/headers.mjs';

/** @type {Record<string, (app: H3) => void>} */
const apps = {
  hello(app) {
    app.get('/', () => ({ hello: 'world' }));
  },
  params(app) {
    app.get('/users/:id', (event) => ({ id: getRouterParam(event, 'id'), page: getQuery(event).page }));
  },
  echo(app) {
    app.post('/echo', (event) => readBody(event));
  },
  middlewares(app) {
    for (const [name, value] of securityHeaders) {
      app.use((event, next) => {
        event.res.headers.set(name, value);
        return next();
      });
    }
    apps.hello?.(app);
  },
  routes(app) {
    for (const { method, path } of routes) app[method](path, (event) => ({ id: event.context.params?.id }));
  },
};

/** @type {import('../servers.mjs').Serve} */
export async function serve(name) {
  const app = new H3();
  apps[name]?.(app);
  const server = listen(app, { port: 0, hostname: '127.0.0.1', silent: true });
  await server.ready();
  return /** @type {import('node:http').Server} */ (server.node?.server);
}
