import { createServer } from 'node:http';
import { routes } from '@nextpress-internal/bench-kit/routes';
import bodyParser from 'body-parser';
import polka from 'polka';
import { middlewares } from '../content/headers.mjs';

/** Polka leaves the response to Node. @param {import('node:http').ServerResponse} res @param {unknown} value */
function sendJson(res, value) {
  const body = JSON.stringify(value);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

/** @type {Record<string, (app: import('polka').Polka) => void>} */
const apps = {
  hello(app) {
    app.get('/', (_req, res) => sendJson(res, { hello: 'world' }));
  },
  params(app) {
    app.get('/users/:id', (req, res) => sendJson(res, { id: req.params.id, page: req.query.page }));
  },
  echo(app) {
    app.post('/echo', bodyParser.json(), (req, res) => sendJson(res, req.body));
  },
  middlewares(app) {
    for (const middleware of middlewares) app.use(middleware);
    apps.hello?.(app);
  },
  routes(app) {
    for (const { method, path } of routes)
      app[method](path, (req, res) => sendJson(res, { id: req.params.id }));
  },
};

/** @type {import('../servers.mjs').Serve} */
export function serve(name) {
  const server = createServer();
  const app = polka({ server });
  apps[name]?.(app);
  app.listen(0, '127.0.0.1');
  return server;
}
