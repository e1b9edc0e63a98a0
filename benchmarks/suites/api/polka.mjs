// Polka routes, and leaves reading and answering to Node.
import { createServer } from 'node:http';
import bodyParser from 'body-parser';
import polka from 'polka';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const server = createServer();
  const app = polka({ server });

  app.get('/', (_req, res) => {
    sendText(res, 'Hi');
  });

  app.get('/id/:id', (req, res) => {
    res.setHeader('X-Powered-By', 'benchmark');
    sendText(res, `${req.params.id} ${req.query.name}`);
  });

  app.post('/json', bodyParser.json(), (req, res) => {
    sendJson(res, req.body);
  });

  app.get('/profile', (_req, res) => {
    sendJson(res, profile());
  });

  app.get('/users/:id', (req, res) => {
    const { id } = req.params;
    sendJson(res, { id, name: `User ${id}` });
  });

  app.get('/chain', (req, res) => {
    const started = Date.now();
    const requestId = String(req.headers['x-request-id']);
    const authenticated = req.headers.authorization === 'Bearer secret';
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Response-Time', `${Date.now() - started}ms`);
    sendJson(res, { message: 'Chain complete', requestId, authenticated });
  });

  // It catches nothing: errors are handed on by hand. With one handler alone there would be no `next`.
  app.get('/error', passOn, (_req, _res, next) => {
    next(new Error('This handler always fails'));
  });

  app.get('/fields', (_req, res) => {
    for (const [name, value] of Object.entries(tenFields)) res.setHeader(name, value);
    sendText(res, 'Hi');
  });

  app.listen(0, '127.0.0.1');
  return server;
}

/** @type {import('polka').Middleware} */
const passOn = (_req, _res, next) => next();

/** @param {import('node:http').ServerResponse} res @param {string} text */
function sendText(res, text) {
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}

/** @param {import('node:http').ServerResponse} res @param {unknown} value */
function sendJson(res, value) {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(value));
}
