const requests = [
  ['GET', '/', 200],
  ['GET', '/late', 200],
  ['GET', '/fail', 500],
  ['GET', '/async-fail', 500],
  ['GET', '/a', 200],
  ['GET', '/b', 200],
  ['GET', '/matched/12', 200],
  ['GET', '/users/7', 200],
  ['DELETE', '/users/7', 204],
  ['GET', '/users/7/posts/8', 200],
  ['GET', '/users', 404],
  ['GET', '/mounted/page', 200],
  ['GET', '/mounted/nothing', 404],
  ['GET', '/nothing', 404],
  ['HEAD', '/users/7', 200],
];

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  packages: ['@opentelemetry/instrumentation-express'],
  does: 'the spans of requests, middleware, routers and handlers, with their routes, parents and errors',
  main: 'server.cjs',

  async run({ client }) {
    for (const [method, path, status] of requests) {
      await client.request(`${method}`, `${path}`, { status: Number(status) });
      await client.get('/spans');
    }
    await client.post('/echo', { a: 1 });
    await client.get('/spans');
    await client.post('/echo', { long: 'x'.repeat(90_000) });
    await client.get('/spans');
    await client.post('/echo', '{"a":', { status: 500, headers: { 'Content-Type': 'application/json' } });
    await client.get('/spans');
    await client.get('/users/7', { status: 403, headers: { 'X-Deny': 'yes' } });
    await client.get('/spans');
  },
};
