// The server's process: serves a tree that somebody else writes to. Ends by itself when nothing is left.
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fastLane } from '@nextpress/fast-lane';
import { serveStatic } from '@nextpress/static';
import { answerForServer, resourcesLeft } from '../parent.mjs';

/**
 * @typedef {object} Facts
 * @property {number} heap Bytes in use after a collection.
 * @property {number} rss Bytes.
 * @property {number} external Bytes of buffers.
 * @property {number} connections
 * @property {number} open Requests that are neither answered nor lost.
 * @property {number} descriptors Files of the tree that are open.
 * @property {string[]} faults
 * @property {string[]} resources What keeps the process alive, beyond what did when it began.
 */

/** @type {{ lane: string, root: string }} */
const { lane, root } = JSON.parse(process.argv[2] ?? '{}');
/** @type {string[]} */
const faults = [];
let open = 0;

for (const event of /** @type {const} */ (['uncaughtException', 'unhandledRejection', 'warning'])) {
  process.on(/** @type {'warning'} */ (event), (error) =>
    faults.push(`${event}: ${error instanceof Error ? error.stack : error}`),
  );
}

const live = serveStatic(root);
const snapshot = serveStatic(root, { snapshot: { maxFileBytes: 100_000 } });

const plain = createServer((req, res) => {
  open++;
  // Of a connection that is lost, the responses that never had their turn have no 'close'.
  let isOver = false;
  const over = () => {
    if (!isOver) open--;
    isOver = true;
  };
  res.once('close', over);
  req.once('close', () => {
    if (req.destroyed && res.socket === null) over();
  });
  const isSnapshot = req.url?.startsWith('/snapshot/') === true;
  if (isSnapshot) req.url = req.url?.slice('/snapshot'.length);
  const files = isSnapshot ? snapshot : live;
  files(req, res, (/** @type {any} */ error) => {
    const status = error === undefined ? 404 : error.status;
    // A file that was cut between its head and its bytes.
    if (status >= 500 && error.code !== 'ERR_FILE_UNREADABLE') faults.push(String(error.stack));
    res.writeHead(status, { 'Content-Length': 0 }).end();
  });
});
plain.keepAliveTimeout = 3_000;
const server = lane === 'node' ? plain : fastLane(plain, { lazy: lane === 'lazy' });

function openFiles() {
  if (process.platform !== 'linux') return 0;
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
    } catch {
      return false;
    }
  }).length;
}

/** @returns {Promise<Facts>} */
async function facts() {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await wait(20);
  }
  const { heapUsed, rss, external } = process.memoryUsage();
  /** @type {number} */
  const connections = await new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  return {
    heap: heapUsed,
    rss,
    external,
    connections,
    open,
    descriptors: openFiles(),
    faults,
    resources: resourcesLeft(),
  };
}

answerForServer(server, facts);
