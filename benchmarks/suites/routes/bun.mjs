// Bun's own routes. It has no middleware and no validation: the one is a loop, the other ajv.
import { Ajv } from 'ajv';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const middlewares = Array.from({ length: layers }, () => () => {});

  /** @type {Record<string, Record<string, BunRoute>>} */
  const table = {};
  for (const { method, path } of routes(count)) {
    table[path] ??= {};
    table[path][method.toUpperCase()] = (/** @type {Request & { params: { id: string } }} */ request) => {
      for (const middleware of middlewares) middleware();
      return Response.json({ id: request.params.id });
    };
  }

  table['/api/v2/payments/process'] = {
    POST: async (/** @type {Request} */ request) => {
      const body = await request.json();
      return validate(body)
        ? Response.json(receiptOf(body))
        : Response.json({ errors: validate.errors }, { status: 400 });
    },
  };

  return { port: Bun.serve({ port: 0, hostname: '127.0.0.1', routes: table }).port };
}
