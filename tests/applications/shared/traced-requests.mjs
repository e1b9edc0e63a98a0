/** Requests for the routes of traced-routes.cjs: method, path and expected status. @type {readonly (readonly [string, string, number])[]} */
const tracedRequests = [
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
  ['GET', '/nothing', 404],
];

/**
 * Sends the requests, and gets what was recorded after each.
 *
 * @param {import('../harness/client.mjs').Client} client
 * @param {string} recorded the path of the recorded spans or events
 * @param {readonly (readonly [string, string, number])[]} others requests of one application
 */
export async function sendTracedRequests(client, recorded, others) {
  for (const [method, path, status] of [...tracedRequests, ...others]) {
    await client.request(method, path, { status });
    await client.get(recorded);
  }
}
