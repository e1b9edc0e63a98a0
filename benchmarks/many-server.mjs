// Serves many routes, routers or middlewares for `many.mjs`: `many-server.mjs <framework> <kind> <count>`. It sends its port, and its
// CPU time in milliseconds when it is asked.
import { once } from 'node:events';

const [framework = '', kind = '', count = '0'] = process.argv.slice(2);
const areas = Array.from({ length: Number(count) }, (_, at) => `/p${at}`);
const THING = '/things/:id';

/** @param {any} req @param {any} res */
const respond = (req, res) => {
  res.json({ id: req.params.id });
};
/** @param {any} _req @param {any} _res @param {() => void} next */
const pass = (_req, _res, next) => next();

/** @type {Record<string, (app: any, makeRouter: () => any) => void>} */
const KINDS = {
  routes(app) {
    for (const area of areas) app.get(area + THING, respond);
  },
  'routes on one path'(app) {
    for (const _ of areas) app.get('/p0/things/:id', respond);
  },
  routers(app, makeRouter) {
    for (const area of areas) app.use(area, makeRouter().get(THING, respond));
  },
  middlewares(app) {
    for (const area of areas) app.use(area, pass);
    app.get(`/:area${THING}`, respond);
  },
  'middlewares with a route each'(app) {
    for (const area of areas) {
      app.use(area, pass);
      app.get(area + THING, respond);
    }
  },
  scopes(app) {
    for (const prefix of areas) {
      app.register(
        (/** @type {any} */ scope) => {
          scope.addHook(
            'onRequest',
            (/** @type {any} */ _req, /** @type {any} */ _res, /** @type {any} */ next) => next(),
          );
          scope.get(THING, respond);
        },
        { prefix },
      );
    }
  },
};

/** @param {any} fastify */
function fillFastify(fastify) {
  const reply = async (/** @type {any} */ request) => ({ id: request.params.id });
  const hasHook = kind.startsWith('middlewares') || kind === 'scopes';
  for (const prefix of areas) {
    if (kind === 'routes') fastify.get(prefix + THING, reply);
    else {
      fastify.register(
        async (/** @type {any} */ scope) => {
          if (hasHook)
            scope.addHook(
              'onRequest',
              (/** @type {any} */ _request, /** @type {any} */ _reply, /** @type {any} */ next) => next(),
            );
          scope.get(THING, reply);
        },
        { prefix },
      );
    }
  }
}

/** @type {Record<string, () => Promise<{ fill: () => void, listen: () => Promise<import('node:http').Server> }>>} */
const FRAMEWORKS = {
  async Express() {
    const { default: express } = await import('express');
    return ofExpress(express);
  },
  async 'nextpress/express'() {
    const { default: express } = await import('nextpress/express');
    return ofExpress(express);
  },
  async Fastify() {
    const { default: fastify } = await import('fastify');
    const app = fastify();
    return {
      fill: () => fillFastify(app),
      listen: async () => {
        await app.listen({ port: 0, host: '127.0.0.1' });
        return app.server;
      },
    };
  },
  async Nextpress() {
    const { createServer, Router } = await import('nextpress');
    const app = createServer({ logError: () => {} });
    return { fill: () => KINDS[kind]?.(app, () => Router()), listen: async () => app.listen(0, '127.0.0.1') };
  },
};

/** @param {any} express */
function ofExpress(express) {
  const app = express();
  return {
    fill: () => KINDS[kind]?.(app, () => express.Router()),
    listen: async () => app.listen(0, '127.0.0.1'),
  };
}

const app = await FRAMEWORKS[framework]?.();
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};
const start = used();
app?.fill();
const server = await app?.listen();
if (server?.listening === false) await once(server, 'listening');
const address = server?.address();
process.on('message', () => process.send?.({ cpu: used() - start }));
process.on('disconnect', () => process.exit());
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
