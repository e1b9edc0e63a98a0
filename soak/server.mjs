// The server's process: tells the process that forked it what it is asked. Ends by itself when nothing is left.
import http from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { Census } from './census.mjs';
import { answerParent, resourcesLeft } from './parent.mjs';
import { secureServer } from './pre-shared-key.mjs';
import { planned, serve } from './routes.mjs';

/**
 * @typedef {{ fast: number, node: number, takenBack: number, handedOver: Readonly<Record<string, number>> }} Stats
 *
 * @typedef {object} Facts
 * @property {number} heap Bytes in use after a collection.
 * @property {number} rss Bytes.
 * @property {number} dispatched
 * @property {number} watched
 * @property {number} dropped
 * @property {number} abandoned
 * @property {number} open Requests under way.
 * @property {string[]} underWay What the first of them are.
 * @property {number} connections
 * @property {number} servers that have not closed yet
 * @property {number} thrown Errors thrown on purpose.
 * @property {string[]} faults
 * @property {Stats[]} stats of every server so far
 * @property {string[]} resources What keeps the process alive, beyond what did when it began.
 *
 * @typedef {{ lane: 'fast' | 'lazy' | 'node', tls: boolean }} Setup
 */

/** @type {Setup} */
const { lane, tls } = JSON.parse(process.argv[2] ?? '{}');
const census = new Census();
/** @type {Set<http.Server>} */
const servers = new Set();
/** @type {(() => Stats)[]} */
const counters = [];
/** @type {string[]} */
const faults = [];
let thrown = 0;

for (const event of /** @type {const} */ (['uncaughtException', 'unhandledRejection', 'warning'])) {
  process.on(/** @type {'warning'} */ (event), (error) => {
    if (error instanceof Error && error.message === planned) thrown++;
    else faults.push(`${event}: ${error instanceof Error ? error.stack : error}`);
  });
}

const sweeping = setInterval(() => census.sweep(), 1_000);
sweeping.unref();

// Plain Node is asked without the lane even being loaded.
const { fastLane } = lane === 'node' ? {} : await import('@nextpress/fast-lane');

async function start() {
  const server = make();
  servers.add(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

function make() {
  const options = {
    keepAliveTimeout: 3_000,
    headersTimeout: 5_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 1_000,
  };
  const server = tls ? https.createServer({ ...options, ...secureServer }) : http.createServer(options);
  server.on('request', (req, res) => {
    census.count(req, res);
    return serve(req, res);
  });
  server.on('upgrade', echo);
  if (fastLane === undefined) return server;
  const laned = fastLane(server, { lazy: lane === 'lazy' });
  counters.push(() => laned.stats());
  return laned;
}

/** Speaks a protocol of its own: sends back what comes. @param {import('node:http').IncomingMessage} _ @param {import('node:stream').Duplex} socket @param {Buffer} head */
function echo(_, socket, head) {
  socket.on('error', () => {});
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
  socket.write(head);
  socket.pipe(socket);
}

/** @param {http.Server} server */
function close(server) {
  if (server.listening) server.close(() => servers.delete(server));
}

/** @returns {Promise<Facts>} */
async function facts() {
  census.sweep();
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await wait(20);
  }
  const { heapUsed, rss } = process.memoryUsage();
  const counts = await Promise.all([...servers].map(countConnections));
  return {
    heap: heapUsed,
    rss,
    dispatched: census.dispatched,
    watched: census.watched,
    dropped: census.dropped,
    abandoned: census.abandoned,
    open: census.open,
    underWay: census.describeOpen(),
    connections: counts.reduce((sum, count) => sum + count, 0),
    servers: servers.size,
    thrown,
    faults: [...faults, ...census.faults],
    stats: counters.map((stats) => stats()),
    resources: resourcesLeft(),
  };
}

/** @param {http.Server} server @returns {Promise<number>} */
function countConnections(server) {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}

answerParent({
  start,
  facts,
  /** Closes all but the newest, in the midst of whatever they do. */
  retire() {
    [...servers].slice(0, -1).forEach(close);
  },
  close() {
    servers.forEach(close);
  },
});
