import { Readable } from 'node:stream';
import { routes, routesOfAreas } from '@nextpress-internal/bench-kit/routes';
import express from 'express';
import { items, policy } from '../content/cors-policy.mjs';
import { filesFolder } from '../content/files.mjs';
import { middlewares } from '../content/headers.mjs';
import { chunks } from '../content/megabyte.mjs';
import { WAIT } from '../content/wait.mjs';

/** @param {import('express').Express} app @param {readonly import('@nextpress-internal/bench-kit/routes').Route[]} list */
function addRoutes(app, list) {
  for (const { method, path } of list) {
    app[method](path, (req, res) => {
      res.json({ id: req.params.id });
    });
  }
}

/** @type {Record<string, (app: import('express').Express) => unknown>} */
const apps = {
  hello(app) {
    app.get('/', (_req, res) => {
      res.json({ hello: 'world' });
    });
  },
  params(app) {
    app.get('/users/:id', (req, res) => {
      res.json({ id: req.params.id, page: req.query.page });
    });
  },
  echo(app) {
    app.post('/echo', express.json(), (req, res) => {
      res.json(req.body);
    });
  },
  mix(app) {
    apps.hello?.(app);
    apps.params?.(app);
    apps.echo?.(app);
    app.get('/wait', (_req, res) => {
      setTimeout(() => res.json({ hello: 'world' }), WAIT);
    });
  },
  middlewares(app) {
    for (const middleware of middlewares) app.use(middleware);
    apps.hello?.(app);
  },
  routes(app) {
    addRoutes(app, routes);
  },
  'routes-10'(app) {
    addRoutes(app, routesOfAreas(1));
  },
  'routes-1000'(app) {
    addRoutes(app, routesOfAreas(100));
  },
  'routes-5000'(app) {
    addRoutes(app, routesOfAreas(500));
  },
  guarded(app) {
    app.all('/api/*path', (req, res, next) => {
      if (req.get('X-Api-Key') === 'secret') next();
      else res.status(401).end();
    });
    apps.routes?.(app);
  },
  files(app) {
    app.use(express.static(filesFolder()));
  },
  errors(app) {
    app.get('/error/:id', () => {
      throw new Error('This handler always throws');
    });
    // Express's own handler logs each error, and has no option against that.
    app.use(
      /** @type {import('express').ErrorRequestHandler} */ (
        (_error, _req, res, _next) => {
          res.sendStatus(500);
        }
      ),
    );
  },
  async cors(app) {
    const { default: cors } = await import('cors');
    const { origins: origin, methods, allowedHeaders, maxAge } = policy;
    app.use(cors({ origin, methods, allowedHeaders, maxAge, credentials: true }));
    app.get('/items', (_req, res) => {
      res.json(items);
    });
  },
  async validation(app) {
    const { validate } = await import('../content/validate.mjs');
    app.post('/registrations', express.json(), ({ body }, res) => {
      if (validate(body)) res.json({ name: body.name, email: body.email });
      else res.status(400).json({ errors: validate.errors });
    });
  },
  async payments(app) {
    await apps['payments-zod']?.(app);
  },
  async 'payments-zod'(app) {
    const { receipt, zodPayment, zodReceipt } = await import('../content/payment.mjs');
    apps.routes?.(app);
    app.post('/payments', express.json(), (req, res) => {
      const { data, error } = zodPayment.safeParse(req.body);
      if (error === undefined) res.json(zodReceipt.parse(receipt(data)));
      else res.status(400).json({ errors: error.issues });
    });
  },
  transfer(app) {
    app.get('/stream', (_req, res) => {
      res.type('application/octet-stream');
      Readable.from(chunks).pipe(res);
    });
    app.post('/upload', express.raw({ limit: '1mb' }), (req, res) => {
      res.json({ bytes: req.body.length });
    });
  },
};

/** @type {import('../servers.mjs').Serve} */
export async function serve(name) {
  const app = express();
  await apps[name]?.(app);
  return app.listen(0, '127.0.0.1');
}
