import http from 'node:http';
import { readInScript } from './bytes/delivery.mjs';
import { differences } from './difference.mjs';
import {
  countWrites,
  generateExchange,
  observeExchange,
  simplifications,
  withTicksAfterPackets,
} from './handlers/exchange.mjs';
import { Random } from './random.mjs';

/** @typedef {import('./handlers/exchange.mjs').Exchange} Exchange */

/**
 * Runs random handlers for pipelined requests on a server with the fast lane and on one without.
 *
 * @param {import('./bytes/target.mjs').Wrap} wrap Makes the tested server of a plain one.
 * @returns {import('./mode.mjs').Mode<Exchange>}
 */
export function handlersMode(wrap) {
  // Node does not promise the order of ticks within a packet, so each strand may match any of these ways to read.
  const node = withTicksAfterPackets(http.createServer());
  const consuming = http.createServer();
  // As after a hand-over: fed up to the chunk of the hand-over, read natively from there on.
  let chunks = 0;
  const handed = http.createServer().prependListener('connection', (socket) => readInScript(socket, chunks));
  const lane = wrap(http.createServer());
  const servers = [node, consuming, handed, lane];
  const listening = Promise.all(servers.map((server) => listen(server)));
  /** The other ways to deliver an exchange to Node. @param {Exchange} exchange */
  function* others(exchange) {
    yield () => observeExchange(consuming, exchange);
    const writes = countWrites(exchange);
    for (chunks = 1; chunks <= writes; chunks++) yield () => observeExchange(handed, exchange);
    for (let write = 1; write < writes; write++) yield () => observeExchange(consuming, exchange, write);
  }
  /** @param {Exchange} exchange */
  const compare = async (exchange) => {
    await listening;
    chunks = 0;
    const observed = byStrand(await observeExchange(lane, exchange));
    let found = differences(byStrand(await observeExchange(node, exchange)), observed);
    for (const observe of others(exchange)) {
      if (found.length === 0) break;
      const other = differences(byStrand(await observe()), observed);
      found = found.filter(({ path }) => other.some((theirs) => theirs.path === path));
    }
    return found;
  };
  return {
    name: 'handlers',
    // Each case listens for the uncaught errors of the process.
    concurrency: 1,
    generate: (seed, number) => generateExchange(new Random(seed, number)),
    glance: async (exchange) => (await compare(exchange)).length > 0,
    compare,
    simplifications,
    text: (exchange) => JSON.stringify(exchange, null, 2),
    served: () => ({ fast: 0, node: 0, ...('stats' in lane ? statsOf(lane) : {}) }),
    close: () => servers.forEach((server) => void server.close()),
  };
}

/** Groups lines by the text before their first colon, so that differences have a path. @param {readonly string[]} lines */
function byStrand(lines) {
  /** @type {Record<string, string[]>} */
  const strands = {};
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':'));
    strands[name] = [...(strands[name] ?? []), line];
  }
  return strands;
}

/** @param {http.Server} server */
function statsOf(server) {
  const { fast, node } = /** @type {import('@nextpress/fast-lane').WithStats} */ (
    /** @type {unknown} */ (server)
  ).stats();
  return { fast, node };
}

/** @param {http.Server} server */
function listen(server) {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
}
