import { profile } from '../../content/profile.mjs';
import { tenFields } from '../../content/ten-fields.mjs';

const text = { 'content-type': 'text/plain' };
const json = { 'content-type': 'application/json' };

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'api',
  title: 'Routes of an API',
  source:
    'bun-http-framework-benchmark, as the notes of Hono node-server 2.0 run it; VextJS, page of benchmarks',
  scenarios: [
    {
      name: 'ping',
      title: 'ping: plain text',
      requests: [{ method: 'GET', path: '/' }],
      answer: { status: 200, body: 'Hi', fields: text },
    },
    {
      name: 'query',
      title: 'query: parameter, query and a field',
      requests: [{ method: 'GET', path: '/id/1?name=bun' }],
      answer: { status: 200, body: '1 bun', fields: { ...text, 'x-powered-by': 'benchmark' } },
    },
    {
      name: 'body',
      title: 'body: JSON echoed',
      requests: [
        {
          method: 'POST',
          path: '/json',
          headers: { 'content-type': 'application/json' },
          body: '{"hello":"world"}',
        },
      ],
      answer: { status: 200, body: '{"hello":"world"}', fields: json },
      essential: true,
    },
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
    {
      name: 'not-found',
      title: '404',
      requests: [{ method: 'GET', path: '/missing' }],
      answer: { status: 404 },
      note: "Each framework's own answer.",
    },
    {
      name: 'error',
      title: 'error: a handler that throws',
      requests: [{ method: 'GET', path: '/error' }],
      answer: { status: 500 },
      note: "Each framework's own answer, and nothing written to a log.",
    },
    {
      name: 'ten-fields',
      title: 'response with ten fields',
      requests: [{ method: 'GET', path: '/fields' }],
      answer: {
        status: 200,
        body: 'Hi',
        fields: {
          ...text,
          ...Object.fromEntries(
            Object.entries(tenFields).map(([name, value]) => [name.toLowerCase(), value]),
          ),
        },
      },
    },
  ],
};
