import { Readable } from 'node:stream';
import { areaPrefixes, areaRoutes, routes, routesOfAreas } from '@nextpress-internal/bench-kit/routes';
import { cors, createServer, jsonBody, rawBody, serveStatic } from 'nextpress';
import { items, policy } from '../content/cors-policy.mjs';
import { filesFolder } from '../content/files.mjs';
import { middlewares, readHeaders } from '../content/headers.mjs';
import { chunks } from '../content/megabyte.mjs';
import { WAIT } from '../content/wait.mjs';

/** @param {import('nextpress').Scope} app @param {readonly import('@nextpress-internal/bench-kit/routes').Route[]} list @param {string} [variant] */
function addRoutes(app, list, variant) {
  for (const { method, path } of list) {
    /** @type {import('nextpress').Handler} */
    const handler = (req, res) => {
      res.json({ id: req.params.id });
    };
    if (variant === 'schema') app[method](path, { schema: idSchema() }, handler);
    else app[method](path, handler);
  }
}

const idSchema = () => ({ response: { 200: { type: 'object', properties: { id: { type: 'string' } } } } });

/** @type {Record<string, (app: import('nextpress').Application, variant?: string) => unknown>} */
const apps = {
  fetch(app) {
    app.get('/', (_req, res) => {
      res.type('text').send('Hi');
    });
    app.get('/id/:id', (req, res) => {
      res.set('X-Powered-By', 'benchmark');
      res.type('text').send(`${req.params.id} ${req.query.name}`);
    });
    app.post('/json', jsonBody(), (req, res) => {
      res.json(req.body);
    });
  },
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
    app.post('/echo', jsonBody(), (req, res) => {
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
  'routes-10'(app, variant) {
    addRoutes(app, routesOfAreas(1), variant);
  },
  'routes-1000'(app, variant) {
    addRoutes(app, routesOfAreas(100), variant);
  },
  'routes-5000'(app, variant) {
    addRoutes(app, routesOfAreas(500), variant);
  },
  'scopes-500'(app) {
    for (const prefix of areaPrefixes(500)) {
      app.register(
        (scope) => {
          scope.addHook('onRequest', (_req, _res, next) => next());
          addRoutes(scope, areaRoutes);
        },
        { prefix },
      );
    }
  },
  guarded(app) {
    app.all('/api/*path', (req, res, next) => {
      if (req.get('X-Api-Key') === 'secret') next();
      else res.status(401).end();
    });
    apps.routes?.(app);
  },
  files(app) {
    app.use(serveStatic(filesFolder()));
  },
  errors(app) {
    app.get('/error/:id', () => {
      throw new Error('This handler always throws');
    });
  },
  cors(app) {
    const { origins: origin, methods, allowedHeaders, maxAge } = policy;
    app.use(cors({ origin, methods, allowedHeaders, maxAge, credentials: true }));
    app.get('/items', (_req, res) => {
      res.json(items);
    });
  },
  async validation(app) {
    const { validate } = await import('@nextpress/validate');
    const { registrationSchema, registeredSchema } = await import('../content/registration.mjs');
    app.register(validate());
    const schema = { body: registrationSchema, response: { 200: registeredSchema } };
    app.post('/registrations', { schema }, (req, res) => {
      const { name, email } = /** @type {import('../content/registration.mjs').Registration} */ (req.body);
      res.json({ name, email });
    });
  },
  async payments(app) {
    const { validate } = await import('@nextpress/validate');
    const { paymentSchema, receipt, receiptSchema } = await import('../content/payment.mjs');
    app.register(validate());
    apps.routes?.(app);
    const schema = { body: paymentSchema, response: { 200: receiptSchema } };
    app.post('/payments', { schema }, (req, res) => {
      res.json(receipt(req.body));
    });
  },
  async 'payments-zod'(app) {
    const { validate } = await import('@nextpress/validate');
    const { receipt, zodPayment, zodReceipt } = await import('../content/payment.mjs');
    app.register(validate());
    apps.routes?.(app);
    app.post('/payments', { schema: { body: zodPayment, response: { 200: zodReceipt } } }, (req, res) => {
      res.json(receipt(req.body));
    });
  },
  transfer(app) {
    app.get('/stream', (_req, res) => {
      res.type('application/octet-stream');
      Readable.from(chunks).pipe(res);
    });
    app.post('/upload', rawBody({ limit: '1mb' }), (req, res) => {
      res.json({ bytes: req.body.length });
    });
  },
  async(app) {
    app.get('/', async (_req, res) => {
      await undefined;
      res.json({ hello: 'world' });
    });
  },
  headers(app) {
    app.get('/', (req, res) => {
      res.json(readHeaders(req.headers));
    });
  },
};

/** @type {import('../servers.mjs').Serve} */
export async function serve(name, variant) {
  const app = createServer({ logError: () => {}, ...(variant === 'node' && { fastLane: false }) });
  if (variant === 'schema') app.register((await import('@nextpress/validate')).validate());
  await apps[name]?.(app, variant);
  return app.listen(0, '127.0.0.1');
}
