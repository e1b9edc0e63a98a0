import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import { Ajv } from 'ajv';
import Koa from 'koa';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const app = new Koa();
  const router = new Router();

  for (let layer = 0; layer < layers; layer++) app.use((_ctx, next) => next());

  for (const { method, path } of routes(count)) {
    router[method](path, (ctx) => {
      ctx.body = { id: ctx.params.id };
    });
  }

  router.post('/api/v2/payments/process', bodyParser(), (ctx) => {
    const { body } = ctx.request;
    if (validate(body)) {
      ctx.body = receiptOf(body);
    } else {
      ctx.status = 400;
      ctx.body = { errors: validate.errors };
    }
  });

  return app.use(router.routes()).listen(0, '127.0.0.1');
}
