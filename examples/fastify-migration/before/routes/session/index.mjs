const body = {
  type: 'object',
  required: ['name', 'password'],
  properties: { name: { type: 'string' }, password: { type: 'string' } },
};

export default async function session(fastify) {
  const errorResponseBuilder = () => fastify.httpErrors.tooManyRequests('Too many attempts.');
  const limit = { rateLimit: { max: 3, timeWindow: '1 minute', errorResponseBuilder } };

  fastify.post('/', { schema: { body }, config: limit }, async (request, reply) => {
    const { name, password } = request.body;
    if (password !== 'correct horse') return reply.unauthorized('Wrong name or password.');
    const token = fastify.jwt.sign({ name }, { expiresIn: '1h' });
    reply.setCookie('token', token, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 3600 });
    return { name };
  });

  fastify.get('/', { onRequest: fastify.authenticate }, async (request) => ({ name: request.user.name }));

  fastify.delete('/', async (_request, reply) => {
    reply.clearCookie('token', { path: '/' });
    return reply.code(204).send();
  });
}
