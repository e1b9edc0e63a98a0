// Bare Node, written for these routes alone: one look into a map, and the id is what stands after the last slash.
import { createServer } from 'node:http';
import { Ajv } from 'ajv';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

const validate = new Ajv().compile(paymentSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve(scenario) {
  const { count, layers } = sizeOf(scenario);
  const known = new Set(
    routes(count).map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/:id$/, '')}`),
  );
  const middlewares = Array.from({ length: layers }, () => passOn);

  return createServer((req, res) => {
    let layer = 0;
    const next = () => {
      const middleware = middlewares[layer++];
      if (middleware === undefined) answer(req, res, known);
      else middleware(req, res, next);
    };
    next();
  });
}

/** @type {(req: import('node:http').IncomingMessage, res: import('node:http').ServerResponse, next: () => void) => void} */
function passOn(_req, _res, next) {
  next();
}

/** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res @param {Set<string>} known */
function answer(req, res, known) {
  const { method, url = '' } = req;
  const cut = url.lastIndexOf('/') + 1;
  if (known.has(`${method} ${url.slice(0, cut)}`))
    sendJson(res, 200, { id: decodeURIComponent(url.slice(cut)) });
  else if (known.has(`${method} ${url}`)) sendJson(res, 200, {});
  else if (method === 'POST' && url === '/api/v2/payments/process') pay(req, res);
  else sendJson(res, 404, { error: 'Not Found' });
}

/** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
function pay(req, res) {
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const payment = parse(Buffer.concat(chunks));
    if (validate(payment)) sendJson(res, 200, receiptOf(payment));
    else sendJson(res, 400, { errors: validate.errors });
  });
}

/** @param {Buffer} bytes */
function parse(bytes) {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** @param {import('node:http').ServerResponse} res @param {number} status @param {unknown} value */
function sendJson(res, status, value) {
  const body = JSON.stringify(value);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}
