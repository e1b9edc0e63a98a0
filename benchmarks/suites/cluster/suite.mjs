/** @type {import('../../suite.mjs').Scenario[]} */
const scenarios = [1, 2].map((workers) => ({
  name: `cluster-${workers}`,
  title: `hello JSON, node:cluster, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
  requests: [{ method: 'GET', path: '/' }],
  answer: { status: 200, body: '{"hello":"world"}', fields: { 'content-type': 'application/json' } },
  cores: workers,
  note: 'The first process hands the connections out. Two workers say something from three cores on: the generator needs one.',
}));

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'cluster',
  title: 'Several processes, one port',
  source: 'VextJS, performance benchmark test (vextjs.github.io/benchmark.html), cluster',
  scenarios,
};
