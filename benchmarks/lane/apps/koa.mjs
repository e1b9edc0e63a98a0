import Koa from 'koa';

const app = new Koa();

app.use((ctx) => {
  ctx.body = { hello: 'world' };
});

/** @type {import('./app.mjs').Listener} */
export const listener = app.callback();
