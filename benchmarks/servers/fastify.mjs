import { Readable } from 'node:stream';
import { areaPrefixes, areaRoutes, routes, routesOfAreas } from '@nextpress-internal/bench-kit/routes';
import fastify from 'fastify';
import { items, policy } from '../content/cors-policy.mjs';
import { filesFolder } from '../content/files.mjs';
import { securityHeaders } from '../content/headers.mjs';
import { chunks } from '../content/megabyte.mjs';
import { registrationSchema } from '../content/registration.mjs';
import { WAIT } from '../content/wait.mjs';

/**
 * @typedef {import('fastify').FastifyInstance} Fastify
 * @typedef {(schema: object) => object} Route Returns the options of a route: the schema, or none.
 */

/** @param {readonly string[]} names */
const strings = (names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

/** @param {Record<string, object>} properties */
const object = (properties) => ({ type: 'object', properties });

const number = { type: 'number' };
const string = { type: 'string' };
const orderSchema = object({
  id: number,
  customer: strings(['name', 'street', 'city']),
  items: {
    type: 'array',
    items: object({ sku: string, title: string, quantity: number, price: number }),
  },
  note: string,
});
const itemsSchema = { type: 'array', items: object({ id: number, name: string }) };

/** @param {Fastify} app @param {Route} withSchema @param {readonly import('@nextpress-internal/bench-kit/routes').Route[]} list */
function addRoutes(app, withSchema, list) {
  for (const { method, path } of list) {
    app[method](path, withSchema({ response: { 200: strings(['id']) } }), (request, reply) => {
      reply.send({ id: /** @type {{ id: string }} */ (request.params).id });
    });
  }
}

/** @type {Record<string, (app: Fastify, withSchema: Route) => unknown>} */
const apps = {
  hello(app, withSchema) {
    app.get('/', withSchema({ response: { 200: strings(['hello']) } }), (_request, reply) => {
      reply.send({ hello: 'world' });
    });
  },
  params(app, withSchema) {
    const schema = { querystring: strings(['page']), response: { 200: strings(['id', 'page']) } };
    app.get('/users/:id', withSchema(schema), (request, reply) => {
      const { id } = /** @type {{ id: string }} */ (request.params);
      const { page } = /** @type {{ page: string }} */ (request.query);
      reply.send({ id, page });
    });
  },
  echo(app, withSchema) {
    app.post('/echo', withSchema({ body: orderSchema, response: { 200: orderSchema } }), (request, reply) => {
      reply.send(request.body);
    });
  },
  mix(app, withSchema) {
    apps.hello?.(app, withSchema);
    apps.params?.(app, withSchema);
    apps.echo?.(app, withSchema);
    app.get('/wait', withSchema({ response: { 200: strings(['hello']) } }), (_request, reply) => {
      setTimeout(() => reply.send({ hello: 'world' }), WAIT);
    });
  },
  middlewares(app, withSchema) {
    for (const [name, value] of securityHeaders) {
      app.addHook('onRequest', (_request, reply, done) => {
        reply.header(name, value);
        done();
      });
    }
    apps.hello?.(app, withSchema);
  },
  routes(app, withSchema) {
    addRoutes(app, withSchema, routes);
  },
  'routes-10'(app, withSchema) {
    addRoutes(app, withSchema, routesOfAreas(1));
  },
  'routes-1000'(app, withSchema) {
    addRoutes(app, withSchema, routesOfAreas(100));
  },
  'routes-5000'(app, withSchema) {
    addRoutes(app, withSchema, routesOfAreas(500));
  },
  'scopes-500'(app, withSchema) {
    for (const prefix of areaPrefixes(500)) {
      app.register(
        async (scope) => {
          scope.addHook('onRequest', (_request, _reply, done) => done());
          addRoutes(scope, withSchema, areaRoutes);
        },
        { prefix },
      );
    }
  },
  guarded(app, withSchema) {
    app.addHook('onRequest', (request, reply, done) => {
      if (request.headers['x-api-key'] === 'secret') done();
      else reply.code(401).send();
    });
    apps.routes?.(app, withSchema);
  },
  async files(app) {
    const { default: files } = await import('@fastify/static');
    await app.register(files, { root: filesFolder() });
  },
  errors(app) {
    app.get('/error/:id', () => {
      throw new Error('This handler always throws');
    });
  },
  async cors(app, withSchema) {
    const { default: cors } = await import('@fastify/cors');
    const { origins: origin, methods, allowedHeaders, maxAge } = policy;
    await app.register(cors, { origin, methods, allowedHeaders, maxAge, credentials: true });
    app.get('/items', withSchema({ response: { 200: itemsSchema } }), (_request, reply) => {
      reply.send(items);
    });
  },
  validation(app, withSchema) {
    const schema = { response: { 200: strings(['name', 'email']) } };
    // Fastify validates by the schema of the body, with and without one for the response.
    const body = { schema: { .../** @type {any} */ (withSchema(schema)).schema, body: registrationSchema } };
    app.post('/registrations', body, (request, reply) => {
      const { name, email } = /** @type {import('../content/registration.mjs').Registration} */ (
        request.body
      );
      reply.send({ name, email });
    });
  },
  async payments(app, withSchema) {
    const { paymentSchema, receipt, receiptSchema } = await import('../content/payment.mjs');
    apps.routes?.(app, withSchema);
    const schema = { body: paymentSchema, response: { 200: receiptSchema } };
    app.post('/payments', { schema }, (request, reply) => {
      reply.send(receipt(/** @type {import('../content/payment.mjs').Payment} */ (request.body)));
    });
  },
  async 'payments-zod'(app, withSchema) {
    const { receipt, zodPayment, zodReceipt } = await import('../content/payment.mjs');
    apps.routes?.(app, withSchema);
    app.post(
      '/payments',
      {
        schema: { body: zodPayment, response: { 200: zodReceipt } },
        // As in fastify-type-provider-zod.
        validatorCompiler:
          ({ schema }) =>
          (data) => {
            const { data: value, error } = /** @type {import('zod').ZodType} */ (
              /** @type {unknown} */ (schema)
            ).safeParse(data);
            return error === undefined ? { value } : { error };
          },
        serializerCompiler:
          ({ schema }) =>
          (data) =>
            JSON.stringify(
              /** @type {import('zod').ZodType} */ (/** @type {unknown} */ (schema)).parse(data),
            ),
      },
      (request, reply) => {
        reply.send(receipt(/** @type {import('../content/payment.mjs').Payment} */ (request.body)));
      },
    );
  },
  transfer(app, withSchema) {
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    app.get('/stream', (_request, reply) => {
      reply.type('application/octet-stream').send(Readable.from(chunks));
    });
    app.post('/upload', withSchema({ response: { 200: object({ bytes: number }) } }), (request, reply) => {
      reply.send({ bytes: /** @type {Buffer} */ (request.body).length });
    });
  },
};

/** @type {import('../servers.mjs').Serve} */
export async function serve(name, variant) {
  const app = fastify();
  await apps[name]?.(app, (schema) => (variant === 'schema' ? { schema } : {}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}
