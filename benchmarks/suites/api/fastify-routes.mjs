import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

/**
 * @param {import('fastify').FastifyInstance} app
 * @param {Record<string, import('fastify').FastifySchema>} [schemas] By path.
 */
export function addRoutes(app, schemas = {}) {
  app.addHook('onRoute', (route) => {
    const schema = schemas[route.url];
    if (schema !== undefined) route.schema = schema;
  });

  app.get('/', (_request, reply) => {
    reply.send('Hi');
  });

  app.get('/id/:id', (request, reply) => {
    const { id } = /** @type {{ id: string }} */ (request.params);
    const { name } = /** @type {{ name: string }} */ (request.query);
    reply.header('X-Powered-By', 'benchmark').send(`${id} ${name}`);
  });

  app.post('/json', (request, reply) => {
    reply.send(request.body);
  });

  app.get('/profile', (_request, reply) => {
    reply.send(profile());
  });

  app.get('/users/:id', (request, reply) => {
    const { id } = /** @type {{ id: string }} */ (request.params);
    reply.send({ id, name: `User ${id}` });
  });

  app.get('/chain', (request, reply) => {
    const started = Date.now();
    const requestId = request.headers['x-request-id'];
    const authenticated = request.headers.authorization === 'Bearer secret';
    reply.header('X-Request-Id', requestId);
    reply.header('X-Response-Time', `${Date.now() - started}ms`);
    reply.send({ message: 'Chain complete', requestId, authenticated });
  });

  app.get('/error', () => {
    throw new Error('This handler always throws');
  });

  app.get('/fields', (_request, reply) => {
    reply.headers(tenFields).send('Hi');
  });
}
