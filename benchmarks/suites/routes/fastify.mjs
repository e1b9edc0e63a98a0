import fastify from 'fastify';
import { routes, sizeOf } from '../../content/many-routes.mjs';
import { paymentSchema, receiptOf } from '../../content/payment.mjs';

/**
 * @param {string} scenario
 * @param {object} [schemas] Of the answers: `thing` and `receipt`.
 * @param {object} [schemas.thing]
 * @param {object} [schemas.receipt]
 */
export async function application(scenario, { thing, receipt } = {}) {
  const { count, layers } = sizeOf(scenario);
  const app = fastify();

  for (let layer = 0; layer < layers; layer++) app.addHook('onRequest', (_request, _reply, done) => done());

  for (const { method, path } of routes(count)) {
    app[method](path, thing ? { schema: { response: { 200: thing } } } : {}, (request, reply) => {
      reply.send({ id: /** @type {{ id: string }} */ (request.params).id });
    });
  }

  app.post(
    '/api/v2/payments/process',
    { schema: { body: paymentSchema, ...(receipt && { response: { 200: receipt } }) } },
    (request, reply) => {
      reply.send(receiptOf(/** @type {import('../../content/payment.mjs').Payment} */ (request.body)));
    },
  );

  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = (scenario) => application(scenario);
