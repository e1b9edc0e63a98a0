/** @module Compares servers, each in a process of its own, under the load of autocannon. */

import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import autocannon from 'autocannon';
import { onServerCore } from './cores.mjs';
import { clientLines } from './heads.mjs';
import { shuffle } from './statistics.mjs';

/**
 * @typedef {object} Request
 * @property {string} path
 * @property {autocannon.Request['method']} [method]
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {string} [body]
 *
 * @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string }} Response
 *
 * @typedef {import('node:http').RequestListener | import('node:http').Server} Served
 *
 * @typedef {object} ServerCase
 * @property {readonly Request[]} requests Each connection sends a part of them, with the headers of different clients.
 * @property {Readonly<Record<string, () => Served | Promise<Served>>>} variants
 * @property {(response: Response) => unknown} [comparable] What must be equal in the responses of all variants, for each request.
 */

const CONNECTIONS = 50;
/** In seconds. */
const WARM_UP = 1;
const TURN = 1;

/** @param {Readonly<Record<string, ServerCase>>} cases */
export async function checkServers(cases) {
  for (const [name, each] of Object.entries(cases)) await withServers(name, each, async () => {});
}

/**
 * @param {Readonly<Record<string, ServerCase>>} cases
 * @param {number} rounds
 * @returns {Promise<import('./bench.mjs').Row[]>}
 */
export async function measureServers(cases, rounds) {
  const rows = [];
  for (const [name, each] of Object.entries(cases)) {
    /** @type {Map<string, number[]>} */
    const times = new Map(Object.keys(each.variants).map((variant) => [variant, []]));
    await withServers(name, each, async (servers, sent) => {
      for (const server of servers) await load(server, sent, WARM_UP);
      for (let round = 0; round < rounds; round++) {
        for (const server of shuffle(servers))
          times.get(server.variant)?.push(await load(server, sent, TURN));
      }
    });
    rows.push({ name, times });
  }
  return rows;
}

/**
 * Starts the servers of a case and checks that they respond alike.
 *
 * @param {string} name
 * @param {ServerCase} serverCase
 * @param {(servers: readonly Server[], sent: readonly autocannon.Request[]) => Promise<void>} use
 */
async function withServers(name, { requests, variants, comparable = statusAndBody }, use) {
  const servers = await Promise.all(Object.keys(variants).map((variant) => startServer(name, variant)));
  try {
    const sent = withClients(requests);
    await expectEqualResponses(name, servers, sent, comparable);
    await use(servers, sent);
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
  }
}

/** @typedef {{ variant: string, port: number, child: import('node:child_process').ChildProcess }} Server */

/** Runs this program again, which then calls {@link serveVariant}. @param {string} name @param {string} variant @returns {Promise<Server>} */
async function startServer(name, variant) {
  const own = [process.execPath, String(process.argv[1]), '--serve', name, '--variant', variant];
  const [command = '', ...args] = onServerCore(own);
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name}: the server of ${variant} has ended`);
  });
  const [port] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return { variant, port, child };
}

/**
 * Serves in a process of its own: sends the port, then the CPU time for each message.
 *
 * @param {ServerCase | undefined} serverCase
 * @param {string} variant
 */
export async function serveVariant(serverCase, variant) {
  const served = await serverCase?.variants[variant]?.();
  if (served === undefined) throw new Error(`No variant ${variant}`);
  const server = typeof served === 'function' ? createServer(served) : served;
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.on('disconnect', () => process.exit());
  process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
}

/** @param {Server} server @returns {Promise<number>} In microseconds. */
async function cpuTimeOf({ child }) {
  child.send('usage');
  const [time] = await once(child, 'message');
  return time;
}

/** Sends requests for some seconds; returns the server's CPU time per request, in nanoseconds. @param {Server} server @param {readonly autocannon.Request[]} requests @param {number} duration */
async function load(server, requests, duration) {
  const share = Math.ceil(requests.length / CONNECTIONS);
  let clients = 0;
  const before = await cpuTimeOf(server);
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections: CONNECTIONS,
    duration,
    setupClient(client) {
      const start = (clients++ * share) % requests.length;
      client.setRequests(requests.slice(start, start + share));
    },
  });
  if (result.errors > 0) throw new Error(`${server.variant}: ${result.errors} requests failed`);
  return ((await cpuTimeOf(server)) - before) * (1_000 / result.requests.total);
}

/** @param {readonly Request[]} requests @returns {autocannon.Request[]} */
function withClients(requests) {
  return clientLines(requests.length).map((lines, index) => {
    const { headers, ...request } = /** @type {Request} */ (requests[index]);
    const fields = lines
      .map((line) => line.split(/: (.*)/s).slice(0, 2))
      .filter(([name]) => name !== 'Connection');
    return { method: 'GET', ...request, headers: { ...Object.fromEntries(fields), ...headers } };
  });
}

/**
 * @param {string} name
 * @param {readonly Server[]} servers
 * @param {readonly autocannon.Request[]} requests
 * @param {(response: Response) => unknown} comparable
 */
async function expectEqualResponses(name, servers, requests, comparable) {
  for (const request of requests) {
    const [first, ...others] = await Promise.all(servers.map(({ port }) => send(port, request)));
    const expected = comparable(/** @type {Response} */ (first));
    for (const [index, other] of others.entries()) {
      const what = `${name}: ${servers[index + 1]?.variant} responds to ${request.method} ${request.path} in another way than ${servers[0]?.variant}`;
      deepEqual(comparable(other), expected, what);
    }
  }
}

/** @param {number} port @param {autocannon.Request} request @returns {Promise<Response>} */
async function send(port, { method = 'GET', path = '/', headers = {}, body }) {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const outgoing = httpRequest({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  const bytes = Buffer.concat(await incoming.toArray());
  return { status: incoming.statusCode, headers: incoming.headers, body: bytes.toString('latin1') };
}

/** @param {Response} response */
function statusAndBody({ status, body }) {
  return { status, body };
}
