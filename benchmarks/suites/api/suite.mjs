const text = { 'content-type': 'text/plain' };
const json = { 'content-type': 'application/json' };

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'api',
  title: 'Ping, query and body',
  source: 'SaltyAom/bun-http-framework-benchmark, which the notes of Hono node-server 2.0 run',
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
  ],
};
