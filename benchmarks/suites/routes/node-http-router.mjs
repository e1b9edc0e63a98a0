// As one would write it natively: a router made by hand, and try/catch. The middlewares are called in a loop.
import { createServer } from 'node:http';
import { Ajv } from 'ajv';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';
import { HandMadeRouter, readAll, sendJson } from '../../hand-made-router.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const router = new HandMadeRouter();

  for (const { method, path } of routes(count)) {
    router.on(method.toUpperCase(), path, (_req, res, params) => {
      sendJson(res, { id: params.id });
    });
  }

  router.on('POST', '/api/v2/payments/process', async (req, res) => {
    const payment = JSON.parse(String(await readAll(req)));
    if (!validate(payment)) res.statusCode = 400;
    sendJson(res, res.statusCode === 200 ? receiptOf(payment) : { errors: validate.errors });
  });

  const middlewares = Array.from({ length: layers }, () => () => {});
  return createServer((req, res) => {
    for (const middleware of middlewares) middleware();
    router.listener(req, res);
  });
}
