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
 * Gives each connection a part of the requests. For connections that pipeline, autocannon cannot: see {@link partOf}.
 *
 * @param {readonly import('autocannon').Request[]} requests
 * @param {number} connections
 * @returns {(client: import('autocannon').Client) => void} the option `setupClient`
 */
export function share(requests, connections) {
  let clients = 0;
  return (client) => client.setRequests(partOf(requests, clients++, connections));
}

/**
 * The requests of one connection of several.
 *
 * @param {readonly import('autocannon').Request[]} requests
 * @param {number} index
 * @param {number} connections
 */
export function partOf(requests, index, connections) {
  const size = Math.ceil(requests.length / connections);
  const start = (index * size) % requests.length;
  return requests.slice(start, start + size);
}
