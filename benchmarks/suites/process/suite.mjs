/** @type {Pick<import('../../suite.mjs').Scenario, 'requests' | 'answer'>} */
const hello = {
  requests: [{ method: 'GET', path: '/' }],
  answer: { status: 200, body: '{"hello":"world"}', fields: { 'content-type': 'application/json' } },
};

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'process',
  title: 'What a process costs: hello JSON',
  source: 'VextJS, performance benchmark test (vextjs.github.io/benchmark.html), memory, GC and cold start',
  filesOf: 'hello',
  scenarios: [
    {
      ...hello,
      name: 'cold-start',
      title: 'from the start of the process to the first answer',
      load: { connections: 1, requests: 100, warmUp: 0 },
      measures: ['cold-start'],
      note: 'The hundred requests after it only keep the run alike; their rate says nothing.',
    },
    {
      ...hello,
      name: 'memory',
      title: 'memory, idle and after 100,000 requests',
      load: { connections: 100, requests: 100_000, warmUp: 0 },
      measures: ['memory'],
    },
    {
      ...hello,
      name: 'gc',
      title: 'time spent on collecting garbage, in 100,000 requests',
      load: { connections: 100, requests: 100_000 },
      measures: ['gc'],
    },
  ],
};
