import Koa from 'koa';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = new Koa();

  app.use((ctx) => {
    ctx.body = { hello: 'world' };
  });

  return app.listen(0, '127.0.0.1');
}
