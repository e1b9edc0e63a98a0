const params = { type: 'object', properties: { id: { type: 'integer' } } };
const body = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 20 } } };

export default async function notes(fastify) {
  const all = new Map([[1, { id: 1, owner: 'bob', text: 'Call Ada' }]]);
  let lastId = 1;

  async function findNote(request) {
    request.note = all.get(request.params.id);
    if (request.note === undefined) throw fastify.httpErrors.notFound('There is no such note.');
  }
  async function checkOwner(request) {
    fastify.assert(request.note.owner === request.user.name, 403, 'This is not your note.');
  }

  fastify.decorateRequest('note', null);

  fastify.get(
    '/',
    { onRequest: fastify.auth([fastify.authenticate, fastify.checkApiKey]) },
    async (request) => {
      return { for: request.user.name, notes: [...all.values()] };
    },
  );

  fastify.get('/:id', { schema: { params }, preHandler: findNote }, async (request) => request.note);

  fastify.post('/', { onRequest: fastify.authenticate, schema: { body } }, async (request, reply) => {
    const note = { id: ++lastId, owner: request.user.name, text: request.body.text };
    all.set(note.id, note);
    return reply.code(201).header('Location', `/notes/${note.id}`).send(note);
  });

  fastify.delete(
    '/:id',
    { onRequest: fastify.authenticate, schema: { params }, preHandler: [findNote, checkOwner] },
    async (request, reply) => {
      all.delete(request.note.id);
      return reply.code(204).send();
    },
  );
}
