// As one would write it natively: a router made by hand, and try/catch.
import { createServer } from 'node:http';
import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';
import { HandMadeRouter, readAll, sendJson, sendText } from '../../hand-made-router.mjs';

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const router = new HandMadeRouter();

  router.on('GET', '/', (_req, res) => sendText(res, 200, 'Hi'));

  router.on('GET', '/id/:id', (_req, res, params, query) => {
    res.setHeader('X-Powered-By', 'benchmark');
    sendText(res, 200, `${params.id} ${new URLSearchParams(query).get('name')}`);
  });

  router.on('POST', '/json', async (req, res) => {
    sendJson(res, JSON.parse((await readAll(req)).toString()));
  });

  router.on('GET', '/profile', (_req, res) => sendJson(res, profile()));

  router.on('GET', '/users/:id', (_req, res, { id }) => sendJson(res, { id, name: `User ${id}` }));

  router.on('GET', '/chain', (req, res) => {
    const started = Date.now();
    const requestId = String(req.headers['x-request-id']);
    const authenticated = req.headers.authorization === 'Bearer secret';
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Response-Time', `${Date.now() - started}ms`);
    sendJson(res, { message: 'Chain complete', requestId, authenticated });
  });

  router.on('GET', '/error', () => {
    throw new Error('This handler always throws');
  });

  router.on('GET', '/fields', (_req, res) => {
    for (const [name, value] of Object.entries(tenFields)) res.setHeader(name, value);
    sendText(res, 200, 'Hi');
  });

  return createServer(router.listener);
}
