/** @module Varied requests for autocannon, which would let all connections send the same request at the same time. */

import { clientLines } from './heads.mjs';

/**
 * @template {{ headers?: Readonly<Record<string, string>> }} Request
 * @param {readonly Request[]} requests
 * @returns {import('autocannon').Request[]} with the headers of different clients
 */
export function withClients(requests) {
  return clientLines(requests.length).map((lines, index) => {
    const { headers, ...request } = /** @type {Request} */ (requests[index]);
    const fields = lines
      .map((line) => line.split(/: (.*)/s).slice(0, 2))
      .filter(([name]) => name !== 'Connection');
    return { method: 'GET', ...request, headers: { ...Object.fromEntries(fields), ...headers } };
  });
}

/**
 * Gives each connection a part of the requests.
 *
 * @param {readonly import('autocannon').Request[]} requests
 * @param {number} connections
 * @returns {(client: import('autocannon').Client) => void} the option `setupClient`
 */
export function share(requests, connections) {
  const size = Math.ceil(requests.length / connections);
  let clients = 0;
  return (client) => {
    const start = (clients++ * size) % requests.length;
    client.setRequests(requests.slice(start, start + size));
  };
}
