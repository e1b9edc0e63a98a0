import { Elysia, t } from 'elysia';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { receiptOf } from '../../content/payment.mjs';

const text = t.String({ minLength: 1, maxLength: 64 });

/** The same as `paymentSchema`, in Elysia's own words. */
const payment = t.Object(
  {
    id: text,
    amount: t.Integer({ minimum: 1, maximum: 10_000_000 }),
    currency: t.String({ pattern: '^[A-Z]{3}$' }),
    method: t.Union([t.Literal('card'), t.Literal('transfer'), t.Literal('wallet')]),
    capture: t.Optional(t.Boolean()),
    customer: t.Object(
      {
        id: text,
        email: t.String({ pattern: '^[^@ ]+@[^@ ]+$', maxLength: 254 }),
        country: t.Optional(t.String({ pattern: '^[A-Z]{2}$' })),
      },
      { additionalProperties: false },
    ),
    items: t.Array(
      t.Object(
        { sku: text, quantity: t.Integer({ minimum: 1 }), price: t.Integer({ minimum: 0 }) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 100 },
    ),
  },
  { additionalProperties: false },
);

/** @type {import('../../suite.mjs').Serve} */
export function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const app = new Elysia();

  for (let layer = 0; layer < layers; layer++) app.onRequest(() => {});

  for (const { method, path } of routes(count)) {
    app.route(method.toUpperCase(), path, ({ params }) => params);
  }

  app.post('/api/v2/payments/process', ({ body }) => receiptOf(body), { body: payment });

  app.listen({ port: 0, hostname: '127.0.0.1' });
  return { port: Number(app.server?.port) };
}
