// Bare Node: the same work in one function, the fields in one head.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Ajv } from 'ajv';
import { LIMIT, Limiter, RequestLog, userOf } from '../../content/layers.mjs';
import { registrationSchema } from '../../content/registration.mjs';
import { readAll } from '../../hand-made-router.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 */

const validate = new Ajv().compile(registrationSchema);
const log = new RequestLog();
const limiter = new Limiter(LIMIT);

/** @type {import('../../suite.mjs').Serve} */
export const serve = () =>
  createServer((req, res) => {
    if (req.method === 'GET' && req.url?.startsWith('/orders/')) showOrder(req, res, req.url);
    else if (req.method === 'POST' && req.url === '/registrations') register(req, res);
    else sendJson(res, 404, { error: 'Not Found' });
  });

/** @param {Request} req @param {Response} res @param {string} path */
function showOrder(req, res, path) {
  const id = req.headers['x-request-id']?.toString() ?? randomUUID();
  const start = performance.now();
  res.on('finish', () => {
    log.add({ id, method: 'GET', path, status: res.statusCode, milliseconds: performance.now() - start });
  });

  const user = userOf(req.headers.authorization);
  if (user === undefined) {
    res.writeHead(401, { 'X-Request-Id': id, 'WWW-Authenticate': 'Bearer', 'Content-Length': 0 }).end();
    return;
  }
  const left = limiter.take(user);
  const body = JSON.stringify(
    left < 0
      ? { error: 'Too Many Requests' }
      : { id: decodeURIComponent(path.slice('/orders/'.length)), owner: user },
  );
  res.writeHead(left < 0 ? 429 : 200, {
    'X-Request-Id': id,
    'X-RateLimit-Limit': limiter.limit,
    'X-RateLimit-Remaining': Math.max(left, 0),
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}

/** @param {Request} req @param {Response} res */
async function register(req, res) {
  try {
    const body = JSON.parse(String(await readAll(req)));
    if (validate(body)) sendJson(res, 201, { name: body.name, email: body.email });
    else sendJson(res, 400, { errors: validate.errors });
  } catch {
    sendJson(res, 400, { error: 'Bad Request' });
  }
}

/** @param {Response} res @param {number} status @param {unknown} value */
function sendJson(res, status, value) {
  const body = JSON.stringify(value);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}
