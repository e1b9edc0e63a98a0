/** @module Compares servers, each in a process of its own, under the load of autocannon. */

import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import autocannon from 'autocannon';
import { share, withClients } from './autocannon-requests.mjs';
import { onServerCore } from './cores.mjs';
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
 * @typedef {(RequestCase | ClientCase) & { withMemory?: boolean }} ServerCase
 *
 * @typedef {object} RequestCase
 * @property {readonly Request[]} requests Each connection sends a part of them, with the headers of different clients.
 * @property {Readonly<Record<string, () => Served | Promise<Served>>>} variants
 * @property {(response: Response) => unknown} [comparable] What must be equal in the responses of all variants, for each request.
 *
 * @typedef {object} ClientCase For protocols that autocannon does not speak.
 * @property {Readonly<Record<string, () => Served | Promise<Served>>>} variants
 * @property {(port: number) => Promise<unknown>} check What must be equal for all variants.
 * @property {(port: number, seconds: number) => Promise<number>} load Returns the number of exchanges.
 */

const CONNECTIONS = 50;
/** In seconds. */
const WARM_UP = 1;
const TURN = 1;
/** In milliseconds. */
const SAMPLE_INTERVAL = 20;

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
    /** @type {typeof times} */
    const peaks = new Map(times);
    await withServers(name, each, async (servers, load) => {
      for (const server of servers) await load(server, WARM_UP);
      for (let round = 0; round < rounds; round++) {
        for (const server of shuffle(servers)) {
          const before = await usageOf(server);
          const exchanges = await load(server, TURN);
          const after = await usageOf(server);
          times.get(server.variant)?.push((after.cpuTime - before.cpuTime) * (1_000 / exchanges));
          peaks.set(server.variant, [after.peakMemory]);
        }
      }
    });
    rows.push({ name, times });
    if (each.withMemory) rows.push({ name: `${name}, peak memory`, times: peaks, isMemory: true });
  }
  return rows;
}

/**
 * Starts the servers of a case and checks that they respond alike.
 *
 * @param {string} name
 * @param {ServerCase} serverCase
 * @param {(servers: readonly Server[], load: Load) => Promise<void>} use
 */
async function withServers(name, serverCase, use) {
  const servers = await Promise.all(
    Object.keys(serverCase.variants).map((variant) => startServer(name, variant)),
  );
  try {
    if ('load' in serverCase) {
      await expectEqual(name, servers, 'the client', ({ port }) => serverCase.check(port));
      await use(servers, ({ port }, seconds) => serverCase.load(port, seconds));
      return;
    }
    const { comparable = statusAndBody } = serverCase;
    const requests = withClients(serverCase.requests);
    for (const request of requests) {
      const what = `${request.method} ${request.path}`;
      await expectEqual(name, servers, what, async ({ port }) => comparable(await send(port, request)));
    }
    await use(servers, (server, seconds) => sendAll(server, requests, seconds));
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
  }
}

/** @typedef {(server: Server, seconds: number) => Promise<number>} Load Returns the number of requests. */

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
 * Serves in a process of its own: sends the port, then its {@link Usage} for each message.
 *
 * @param {ServerCase | undefined} serverCase
 * @param {string} variant
 */
export async function serveVariant(serverCase, variant) {
  const served = await serverCase?.variants[variant]?.();
  if (served === undefined) throw new Error(`No variant ${variant}`);
  const server = typeof served === 'function' ? createServer(served) : served;
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  let peakMemory = 0;
  // Not `maxRSS`, which begins with the memory of the parent process.
  setInterval(() => {
    peakMemory = Math.max(peakMemory, process.memoryUsage.rss() / 2 ** 20);
  }, SAMPLE_INTERVAL);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuTime: user + system, peakMemory });
  });
  process.on('disconnect', () => process.exit());
  process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
}

/** @typedef {{ cpuTime: number, peakMemory: number }} Usage In microseconds and megabytes. */

/** @param {Server} server @returns {Promise<Usage>} */
async function usageOf({ child }) {
  child.send('usage');
  const [usage] = await once(child, 'message');
  return usage;
}

/** @param {Server} server @param {readonly autocannon.Request[]} requests @param {number} duration */
async function sendAll({ variant, port }, requests, duration) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration,
    setupClient: share(requests, CONNECTIONS),
  });
  if (result.errors > 0) throw new Error(`${variant}: ${result.errors} requests failed`);
  return result.requests.total;
}

/** @param {string} name @param {readonly Server[]} servers @param {string} what @param {(server: Server) => Promise<unknown>} ask */
async function expectEqual(name, servers, what, ask) {
  const [expected, ...others] = await Promise.all(servers.map(ask));
  for (const [index, other] of others.entries()) {
    const [first, second] = [servers[0]?.variant, servers[index + 1]?.variant];
    deepEqual(other, expected, `${name}: ${second} responds to ${what} in another way than ${first}`);
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
