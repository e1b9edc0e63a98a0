import { Readable } from 'node:stream';

const member = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const querystring = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, default: 2 },
    tag: { type: 'array', items: { type: 'string' } },
  },
};

export default async function members(fastify) {
  const all = [
    { id: 1, name: 'Ada', tags: ['admin', 'staff'], password: 'never sent' },
    { id: 2, name: 'Bob', tags: ['staff'], password: 'never sent' },
    { id: 3, name: 'Eve', tags: [], password: 'never sent' },
  ];

  fastify.addContentTypeParser('text/csv', { parseAs: 'string', bodyLimit: 100 }, (_request, body, done) => {
    done(
      null,
      body.split('\n').map((line) => line.split(',')),
    );
  });
  fastify.decorateReply('created', function (path) {
    return this.code(201).header('Location', path);
  });
  fastify.addHook('onRequest', async (_request, reply) => {
    reply.header('X-Api-Version', '2');
  });
  fastify.setErrorHandler((error, request, reply) => {
    if (!error.validation) throw error;
    reply.code(422).send({ invalid: error.validationContext, path: request.url });
  });

  fastify.get(
    '/',
    { schema: { querystring, response: { 200: { type: 'array', items: member } } } },
    async (request) => {
      const { limit, tag = [] } = request.query;
      return all.filter(({ tags }) => tag.every((name) => tags.includes(name))).slice(0, limit);
    },
  );
  fastify.get('/:id', { schema: { params: member, response: { '2xx': member } } }, async (request) => {
    return all[request.params.id - 1] ?? fastify.httpErrors.notFound('There is no such member.');
  });
  fastify.get('/export', (_request, reply) => {
    return reply
      .type('text/csv; charset=utf-8')
      .send(Readable.from(all.map(({ id, name }) => `${id},${name}\n`)));
  });
  fastify.post('/', async (request, reply) => reply.created('/members/4').send({ rows: request.body }));
  fastify.route({
    method: ['PUT', 'PATCH'],
    url: '/settings',
    handler: async (request) => ({ method: request.method, route: request.routeOptions.url }),
  });
  fastify.get('/moved', (_request, reply) => reply.redirect('/members', 308));
}
