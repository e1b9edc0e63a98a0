const requests = [
  ['GET', '/', 200],
  ['GET', '/late', 200],
  ['GET', '/fail', 500],
  ['GET', '/async-fail', 500],
  ['GET', '/refused', 404],
  ['GET', '/a', 200],
  ['GET', '/b', 200],
  ['GET', '/matched/12', 200],
  ['GET', '/users/7', 200],
  ['DELETE', '/users/7', 204],
  ['GET', '/users/7/posts/8', 200],
  ['GET', '/users/7/fail', 500],
  ['GET', '/users', 404],
  ['GET', '/mounted/page', 200],
  ['GET', '/nothing', 404],
];

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  packages: ['@sentry/node'],
  does: 'the errors and transactions that are sent to Sentry, with the routes they are named after',
  main: 'server.cjs',

  async run({ client }) {
    for (const [method, path, status] of requests) {
      await client.request(`${method}`, `${path}`, { status: Number(status) });
      await client.get('/sent');
    }
  },
};
