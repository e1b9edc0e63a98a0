// Bare servers of Node with these helpers, next to Express's.

import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { patchPrototypes } from '@nextpress/core';
import { bench } from '@nextpress-internal/bench-kit';
import express from 'express';

/** @param {(req: any, res: any) => void} handler */
function patched(handler) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  patchPrototypes({ request: Request.prototype, response: Response.prototype });
  return createServer({ IncomingMessage: Request, ServerResponse: Response }, handler);
}

/** @param {(req: any, res: any) => void} handler */
function inExpress(handler) {
  const app = express();
  app.disable('x-powered-by');
  app.use(handler);
  return app;
}

const json = (/** @type {any} */ req, /** @type {any} */ res) => {
  res
    .status(200)
    .json({ id: req.query.id, agent: req.get('User-Agent'), isJson: req.accepts('json', 'html') });
};
const text = (/** @type {any} */ _req, /** @type {any} */ res) => {
  res.set('X-Request', '1').type('html').send('<p>Hello</p>');
};

const requests = Array.from({ length: 200 }, (_, index) => ({ path: `/things?id=${index}&page=2` }));

await bench(import.meta.dirname, {
  measures: 'server CPU time per request',
  notes:
    'Express runs a router in front of the handler; the others do not. Conditional requests and ETags are on in both.',
  servers: {
    'query, header, accepts, JSON': {
      requests,
      variants: { '@nextpress/core': () => patched(json), express: () => inExpress(json) },
    },
    'headers and HTML': {
      requests,
      variants: { '@nextpress/core': () => patched(text), express: () => inExpress(text) },
    },
  },
});
