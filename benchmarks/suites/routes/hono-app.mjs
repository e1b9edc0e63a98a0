import { Ajv } from 'ajv';
import { Hono } from 'hono';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @param {string} scenario */
export function application(scenario) {
  const { count, layers } = sizeOf(scenario);
  const app = new Hono();

  for (let layer = 0; layer < layers; layer++) app.use((_c, next) => next());

  for (const { method, path } of routes(count)) {
    app[method](path, (c) => c.json({ id: c.req.param('id') }));
  }

  app.post('/api/v2/payments/process', async (c) => {
    const body = await c.req.json();
    return validate(body) ? c.json(receiptOf(body)) : c.json({ errors: validate.errors }, 400);
  });
  return app;
}
