import { LIMIT, token } from '../../content/layers.mjs';
import { registration } from '../../content/registration.mjs';

const json = { 'content-type': 'application/json' };

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'chain',
  title: 'A chain of middleware, and validation',
  source:
    'VextJS, performance benchmark test (vextjs.github.io/benchmark.html), middleware-chain and validation',
  scenarios: [
    {
      name: 'middleware-chain',
      title: 'five layers: request id, log, token, limiter, header',
      requests: [
        {
          method: 'GET',
          path: '/orders/42',
          headers: {
            authorization: `Bearer ${token}`,
            'x-request-id': '8f14e45f-ceea-467f-a0e6-d4b1a3c5f1b2',
          },
        },
      ],
      answer: {
        status: 200,
        body: '{"id":"42","owner":"ada"}',
        fields: {
          'content-type': 'application/json',
          'x-request-id': '8f14e45f-ceea-467f-a0e6-d4b1a3c5f1b2',
          'x-ratelimit-limit': String(LIMIT),
          'x-ratelimit-remaining': '*',
          'x-content-type-options': 'nosniff',
        },
      },
      note: 'The layers belong to the route. The log is kept in memory; the token is read, not verified.',
    },
    {
      name: 'validation',
      title: 'POST ten fields, validated',
      requests: [
        { method: 'POST', path: '/registrations', headers: json, body: JSON.stringify(registration) },
      ],
      answer: { status: 201, body: '{"name":"Ada Lovelace","email":"ada@example.com"}', fields: json },
      note: 'Fastify and Elysia validate by themselves; everyone else by ajv, called by hand.',
    },
  ],
};
