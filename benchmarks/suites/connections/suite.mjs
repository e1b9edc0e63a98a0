/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'connections',
  title: 'Hello JSON, by the number of connections',
  source:
    'The (hidden) cost of using framework: Express vs Native HTTP servers in Node.js (medium.com/deno-the-complete-reference)',
  filesOf: 'hello',
  scenarios: [1, 25, 50, 100].map((connections) => ({
    name: `connections-${connections}`,
    title: `100,000 requests on ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    requests: [{ method: 'GET', path: '/' }],
    answer: { status: 200, body: '{"hello":"world"}', fields: { 'content-type': 'application/json' } },
    load: { connections, requests: 100_000 },
  })),
};
