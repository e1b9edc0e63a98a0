import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { LIMIT, Limiter, RequestLog, userOf } from '../../content/layers.mjs';
import { registrationSchema } from '../../content/registration.mjs';

/**
 * @typedef {import('fastify').FastifyRequest & { user: string }} Request
 * @typedef {import('fastify').FastifyReply} Reply
 */

const log = new RequestLog();
const limiter = new Limiter(LIMIT);

/** @param {import('fastify').FastifyRequest} request @param {Reply} reply @param {() => void} done */
function requestId(request, reply, done) {
  reply.header('X-Request-Id', request.id);
  done();
}

/** @param {import('fastify').FastifyRequest} request @param {Reply} reply @param {() => void} done */
function logResponse({ id, method, url: path }, { statusCode: status, elapsedTime: milliseconds }, done) {
  log.add({ id, method, path, status, milliseconds });
  done();
}

/** @param {import('fastify').FastifyRequest} request @param {Reply} reply @param {() => void} done */
function authenticate(request, reply, done) {
  const user = userOf(request.headers.authorization);
  if (user === undefined) {
    reply.code(401).send({ error: 'Unauthorized' });
    return;
  }
  /** @type {Request} */ (request).user = user;
  done();
}

/** @param {import('fastify').FastifyRequest} request @param {Reply} reply @param {() => void} done */
function limit(request, reply, done) {
  const left = limiter.take(/** @type {Request} */ (request).user);
  reply.header('X-RateLimit-Limit', limiter.limit);
  reply.header('X-RateLimit-Remaining', Math.max(left, 0));
  if (left < 0) reply.code(429).send({ error: 'Too Many Requests' });
  else done();
}

/** @param {import('fastify').FastifyRequest} _request @param {Reply} reply @param {() => void} done */
function secure(_request, reply, done) {
  reply.header('X-Content-Type-Options', 'nosniff');
  done();
}

/** @param {{ order?: object, registered?: object }} [schemas] Of the answers. */
export async function application({ order, registered } = {}) {
  const app = fastify({ requestIdHeader: 'x-request-id', genReqId: () => randomUUID() });
  app.decorateRequest('user', '');

  app.get(
    '/orders/:id',
    {
      onRequest: [requestId, authenticate, limit, secure],
      onResponse: logResponse,
      ...(order && { schema: { response: { 200: order } } }),
    },
    (request, reply) => {
      const { id } = /** @type {{ id: string }} */ (request.params);
      reply.send({ id, owner: /** @type {Request} */ (request).user });
    },
  );

  app.post(
    '/registrations',
    { schema: { body: registrationSchema, ...(registered && { response: { 201: registered } }) } },
    (request, reply) => {
      const { name, email } = /** @type {import('../../content/registration.mjs').Registration} */ (
        request.body
      );
      reply.code(201).send({ name, email });
    },
  );

  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => application();
