import { Ajv } from 'ajv';
import bodyParser from 'body-parser';
import polka from 'polka';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const app = polka();

  for (let layer = 0; layer < layers; layer++) app.use((_req, _res, next) => next());

  for (const { method, path } of routes(count)) {
    app[method](path, (req, res) => {
      sendJson(res, 200, { id: req.params.id });
    });
  }

  app.post('/api/v2/payments/process', bodyParser.json(), (req, res) => {
    if (validate(req.body)) sendJson(res, 200, receiptOf(req.body));
    else sendJson(res, 400, { errors: validate.errors });
  });

  app.listen(0, '127.0.0.1');
  return /** @type {import('node:http').Server} */ (app.server);
}

/** Polka leaves answering to Node. @param {import('node:http').ServerResponse} res @param {number} status @param {unknown} value */
function sendJson(res, status, value) {
  const body = JSON.stringify(value);
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
}
