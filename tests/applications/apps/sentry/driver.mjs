import { sendTracedRequests } from '../../shared/traced-requests.mjs';

/** @type {import('../../harness/catalog.mjs').Driver} */
export default {
  packages: ['@sentry/node'],
  does: 'the errors and transactions that are sent to Sentry, with the routes they are named after',
  main: 'server.cjs',
  shared: ['traced-routes.cjs'],

  async run({ client }) {
    await sendTracedRequests(client, '/sent', [
      ['GET', '/refused', 404],
      ['GET', '/users/7/fail', 500],
    ]);
  },
};
