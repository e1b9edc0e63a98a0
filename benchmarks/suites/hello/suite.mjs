/** @type {import('../../suite.mjs').Request[]} */
const requests = [{ method: 'GET', path: '/' }];

/** @type {import('../../suite.mjs').Answer} */
const answer = {
  status: 200,
  body: '{"hello":"world"}',
  fields: { 'content-type': 'application/json', date: '*' },
};

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'hello',
  title: 'Hello, JSON',
  source: 'The Nextpress paper, section 7',
  scenarios: [
    {
      name: 'hello',
      title: 'hello JSON',
      requests,
      answer,
      load: { connections: 100, pipelining: 1 },
      essential: true,
    },
    {
      name: 'hello-pipelined',
      title: 'hello JSON, pipelined',
      requests,
      answer,
      load: { connections: 100, pipelining: 10, seconds: 10, warmUpSeconds: 2 },
      essential: true,
    },
  ],
};
