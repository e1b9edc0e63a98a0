import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Router from '@koa/router';
import Koa from 'koa';
import { chunks } from '../../content/megabyte.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Koa();
  const router = new Router();

  router.get('/stream', (ctx) => {
    ctx.type = 'application/octet-stream';
    ctx.body = Readable.from(chunks);
  });

  router.post('/upload', async (ctx) => {
    const body = await buffer(ctx.req);
    ctx.body = { bytes: body.length };
  });

  app.use(router.routes()).use(router.allowedMethods());
  return app.listen(0, '127.0.0.1');
}
