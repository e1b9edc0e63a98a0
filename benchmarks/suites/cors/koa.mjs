import cors from '@koa/cors';
import Koa from 'koa';
import { items, policy } from '../../content/cors-policy.mjs';

const { origins, methods: allowMethods, allowedHeaders: allowHeaders, maxAge } = policy;

/** It takes no list. @param {import('koa').Context} ctx */
const origin = (ctx) => origins.find((allowed) => allowed === ctx.get('Origin')) ?? '';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Koa();

  app.use(cors({ origin, allowMethods, allowHeaders, maxAge, credentials: true }));
  app.use((ctx) => {
    if (ctx.path === '/items') ctx.body = items;
  });

  return app.listen(0, '127.0.0.1');
}
