import { serve as listen } from '@hono/node-server';
import { routes } from '@nextpress-internal/bench-kit/routes';
import { Hono } from 'hono';
import { items, policy } from '../content/cors-policy.mjs';
import { filesFolder } from '../content/files.mjs';
import { securityHeaders } from '../content/headers.mjs';
import { webStream } from '../content/megabyte.mjs';

/** @type {Record<string, (app: Hono) => unknown>} */
const apps = {
  fetch(app) {
    app.get('/', (c) => c.text('Hi'));
    app.get('/id/:id', (c) => {
      c.header('X-Powered-By', 'benchmark');
      return c.text(`${c.req.param('id')} ${c.req.query('name')}`);
    });
    app.post('/json', async (c) => c.json(await c.req.json()));
  },
  hello(app) {
    app.get('/', (c) => c.json({ hello: 'world' }));
  },
  params(app) {
    app.get('/users/:id', (c) => c.json({ id: c.req.param('id'), page: c.req.query('page') }));
  },
  echo(app) {
    app.post('/echo', async (c) => c.json(await c.req.json()));
  },
  middlewares(app) {
    for (const [name, value] of securityHeaders) {
      app.use(async (c, next) => {
        c.header(name, value);
        await next();
      });
    }
    apps.hello?.(app);
  },
  routes(app) {
    for (const { method, path } of routes) app[method](path, (c) => c.json({ id: c.req.param('id') }));
  },
  guarded(app) {
    app.use('/api/*', (c, next) =>
      c.req.header('X-Api-Key') === 'secret' ? next() : Promise.resolve(c.body(null, 401)),
    );
    apps.routes?.(app);
  },
  async files(app) {
    const { serveStatic } = await import('@hono/node-server/serve-static');
    app.use(serveStatic({ root: filesFolder() }));
  },
  errors(app) {
    app.get('/error/:id', () => {
      throw new Error('This handler always throws');
    });
    // Hono's own handler sends the same response, and logs each error.
    app.onError((_error, c) => c.text('Internal Server Error', 500));
  },
  async cors(app) {
    const { cors } = await import('hono/cors');
    const { origins: origin, methods: allowMethods, allowedHeaders: allowHeaders, maxAge } = policy;
    app.use(cors({ origin, allowMethods, allowHeaders, maxAge, credentials: true }));
    app.get('/items', (c) => c.json(items));
  },
  async validation(app) {
    const { validate } = await import('../content/validate.mjs');
    app.post('/registrations', async (c) => {
      const body = await c.req.json();
      return validate(body)
        ? c.json({ name: body.name, email: body.email })
        : c.json({ errors: validate.errors }, 400);
    });
  },
  async 'payments-zod'(app) {
    const { receipt, zodPayment, zodReceipt } = await import('../content/payment.mjs');
    apps.routes?.(app);
    app.post('/payments', async (c) => {
      const { data, error } = zodPayment.safeParse(await c.req.json());
      return error === undefined
        ? c.json(zodReceipt.parse(receipt(data)))
        : c.json({ errors: error.issues }, 400);
    });
  },
  transfer(app) {
    app.get('/stream', (c) => {
      c.header('Content-Type', 'application/octet-stream');
      return c.body(webStream());
    });
    app.post('/upload', async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }));
  },
};

/** @type {import('../servers.mjs').Serve} */
export async function serve(name, variant = '') {
  const listener = variant.startsWith('nextpress') ? await nextpressListener(variant) : undefined;
  const app = new Hono();
  await apps[name]?.(app);
  if (listener !== undefined) return listener(app.fetch);
  return /** @type {import('node:http').Server} */ (
    listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  );
}

/** @param {string} variant `nextpress`, `nextpress-native` without another `Response`, or `nextpress-serve` without an application around it. */
async function nextpressListener(variant) {
  if (variant === 'nextpress-serve') {
    const adaptor = await import('@nextpress/fetch');
    return (/** @type {Hono['fetch']} */ fetch) => adaptor.serve({ fetch, port: 0, hostname: '127.0.0.1' });
  }
  if (variant === 'nextpress') await import('@nextpress/fetch/register');
  const [{ fromFetch }, { createServer }] = await Promise.all([
    import('@nextpress/fetch'),
    import('nextpress'),
  ]);
  return (/** @type {Hono['fetch']} */ handler) =>
    createServer().use(fromFetch(handler)).listen(0, '127.0.0.1');
}
