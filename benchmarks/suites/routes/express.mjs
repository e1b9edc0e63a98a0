import { Ajv } from 'ajv';
import express from 'express';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const app = express();

  for (let layer = 0; layer < layers; layer++) app.use((_req, _res, next) => next());

  for (const { method, path } of routes(count)) {
    app[method](path, (req, res) => {
      res.json({ id: req.params.id });
    });
  }

  app.post('/api/v2/payments/process', express.json(), (req, res) => {
    if (validate(req.body)) res.json(receiptOf(req.body));
    else res.status(400).json({ errors: validate.errors });
  });

  return app.listen(0, '127.0.0.1');
}
