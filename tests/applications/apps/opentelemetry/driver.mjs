import { sendTracedRequests } from '../../shared/traced-requests.mjs';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  packages: ['@opentelemetry/instrumentation-express'],
  does: 'the spans of requests, middleware, routers and handlers, with their routes, parents and errors',
  main: 'server.cjs',
  shared: ['traced-routes.cjs'],

  async run({ client }) {
    await sendTracedRequests(client, '/spans', [
      ['GET', '/mounted/nothing', 404],
      ['HEAD', '/users/7', 200],
    ]);
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
