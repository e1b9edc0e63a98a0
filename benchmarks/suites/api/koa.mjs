import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Koa from 'koa';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Koa();
  const router = new Router();
  app.silent = true;

  router.get('/', (ctx) => {
    ctx.body = 'Hi';
  });

  router.get('/id/:id', (ctx) => {
    ctx.set('X-Powered-By', 'benchmark');
    ctx.body = `${ctx.params.id} ${ctx.query.name}`;
  });

  router.post('/json', bodyParser(), (ctx) => {
    ctx.body = ctx.request.body;
  });

  router.get('/profile', (ctx) => {
    ctx.body = profile();
  });

  router.get('/users/:id', (ctx) => {
    const { id } = ctx.params;
    ctx.body = { id, name: `User ${id}` };
  });

  router.get('/chain', (ctx) => {
    const started = Date.now();
    const requestId = ctx.get('X-Request-Id');
    const authenticated = ctx.get('Authorization') === 'Bearer secret';
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Response-Time', `${Date.now() - started}ms`);
    ctx.body = { message: 'Chain complete', requestId, authenticated };
  });

  router.get('/error', () => {
    throw new Error('This handler always throws');
  });

  router.get('/fields', (ctx) => {
    ctx.set(tenFields);
    ctx.body = 'Hi';
  });

  app.use(router.routes()).use(router.allowedMethods());
  return app.listen(0, '127.0.0.1');
}
