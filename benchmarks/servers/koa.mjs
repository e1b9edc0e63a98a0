import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import { routes } from '@nextpress-internal/bench-kit/routes';
import Koa from 'koa';
import { securityHeaders } from '../content/headers.mjs';

/** @type {Record<string, (app: Koa, router: Router) => void>} */
const apps = {
  hello(_app, router) {
    router.get('/', (ctx) => {
      ctx.body = { hello: 'world' };
    });
  },
  params(_app, router) {
    router.get('/users/:id', (ctx) => {
      ctx.body = { id: ctx.params.id, page: ctx.query.page };
    });
  },
  echo(_app, router) {
    router.post('/echo', bodyParser(), (ctx) => {
      ctx.body = ctx.request.body;
    });
  },
  middlewares(app, router) {
    for (const [name, value] of securityHeaders) {
      app.use((ctx, next) => {
        ctx.set(name, value);
        return next();
      });
    }
    apps.hello?.(app, router);
  },
  routes(_app, router) {
    for (const { method, path } of routes) {
      router[method](path, (ctx) => {
        ctx.body = { id: ctx.params.id };
      });
    }
  },
};

/** @type {import('../servers.mjs').Serve} */
export function serve(name) {
  const app = new Koa();
  const router = new Router();
  apps[name]?.(app, router);
  return app.use(router.routes()).listen(0, '127.0.0.1');
}
