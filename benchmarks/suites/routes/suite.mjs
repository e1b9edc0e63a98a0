import { lastThing } from '../../content/many-routes.mjs';
import { payment, receiptOf } from '../../content/payment.mjs';

/** @type {import('../../suite.mjs').Scenario[]} */
const matches = [150, 200].flatMap((count) =>
  [0, 8].map((layers) => ({
    name: layers === 0 ? `routes-${count}` : `routes-${count}-middleware`,
    title: `${count} routes, match near the end${layers === 0 ? '' : ', eight middlewares'}`,
    requests: [{ method: 'GET', path: lastThing(count) }],
    answer: { status: 200, body: '{"id":"42"}', fields: { 'content-type': 'application/json' } },
    measures: ['elu'],
    essential: count === 200 && layers === 8,
    ...(layers > 0 && {
      note: 'The middlewares pass on and do nothing else; the chain suite has real ones.',
    }),
  })),
);

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'routes',
  title: 'Many routes, and a payment',
  source: 'Routing Engines at Scale (academy.jatinjainsaraf.com, Node.js in depth, module 7)',
  scenarios: [
    ...matches,
    {
      name: 'payment',
      title: 'POST a payment, validated; 150 routes',
      requests: [
        {
          method: 'POST',
          path: '/api/v2/payments/process',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(payment),
        },
      ],
      answer: {
        status: 200,
        body: JSON.stringify(receiptOf(payment)),
        fields: { 'content-type': 'application/json' },
      },
      measures: ['elu'],
      note: 'Fastify and Elysia validate by themselves; everyone else by ajv, called by hand.',
    },
  ],
};
