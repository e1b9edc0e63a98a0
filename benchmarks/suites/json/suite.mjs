import { profile } from '../../content/profile.mjs';

const json = { 'content-type': 'application/json' };

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'json',
  title: 'JSON, parameters and a chain within the handler',
  source: 'VextJS, performance benchmark test (vextjs.github.io/benchmark.html), scenarios',
  filesOf: 'api',
  scenarios: [
    {
      name: 'nested-json',
      title: 'nested JSON object',
      requests: [{ method: 'GET', path: '/profile' }],
      answer: { status: 200, body: JSON.stringify(profile()), fields: json },
    },
    {
      name: 'params',
      title: 'parameters: JSON of a route parameter',
      requests: [{ method: 'GET', path: '/users/42' }],
      answer: { status: 200, body: '{"id":"42","name":"User 42"}', fields: json },
      essential: true,
    },
    {
      name: 'chain',
      title: 'chain: time, request id and token within the handler',
      requests: [
        {
          method: 'GET',
          path: '/chain',
          headers: { authorization: 'Bearer secret', 'x-request-id': '0123456789' },
        },
      ],
      answer: {
        status: 200,
        body: '{"message":"Chain complete","requestId":"0123456789","authenticated":true}',
        fields: { ...json, 'x-request-id': '0123456789' },
      },
    },
  ],
};
