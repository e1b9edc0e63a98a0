// The server's process: reads bodies of four kinds and says whose they are. Ends by itself when nothing is left.
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { rawBody, textBody } from '@nextpress/body';
import { fastLane } from '@nextpress/fast-lane';
import { formBody } from '@nextpress/form-body';
import { jsonBody } from '@nextpress/json-body';
import { answerForServer, resourcesLeft } from '../parent.mjs';

/**
 * @typedef {object} Facts
 * @property {number} heap Bytes in use after a collection.
 * @property {number} rss Bytes.
 * @property {number} connections
 * @property {number} open Requests that are neither answered nor lost.
 * @property {number} lost Bodies whose sender left.
 * @property {string[]} faults
 * @property {string[]} resources What keeps the process alive, beyond what did when it began.
 */

const { lane } = JSON.parse(process.argv[2] ?? '{}');
/** @type {string[]} */
const faults = [];
let open = 0;
let lost = 0;

for (const event of /** @type {const} */ (['uncaughtException', 'unhandledRejection', 'warning'])) {
  process.on(/** @type {'warning'} */ (event), (error) =>
    faults.push(`${event}: ${error instanceof Error ? error.stack : error}`),
  );
}

// Little enough to be inflated at once, and too much for that.
const little = { limit: 130_000, timeout: 1_500, inflateRatio: Number.POSITIVE_INFINITY };
const much = { ...little, limit: 150_000 };
const parsers = [jsonBody(much), formBody({ ...little, extended: true }), textBody(little), rawBody(much)];

const plain = createServer((req, res) => {
  open++;
  res.once('close', () => open--);
  parse(req, res, 0);
});
plain.keepAliveTimeout = 3_000;
const server = lane === 'node' ? plain : fastLane(plain, { lazy: lane === 'lazy' });

/** @param {import('node:http').IncomingMessage & { body?: unknown }} req @param {import('node:http').ServerResponse} res @param {number} index */
function parse(req, res, index) {
  const parser = parsers[index];
  if (parser === undefined) return answer(req, res);
  let calls = 0;
  parser(req, res, (/** @type {any} */ error) => {
    if (++calls > 1) faults.push(`parser ${index} called next ${calls} times`);
    if (error === undefined) parse(req, res, index + 1);
    else refuse(req, res, error);
  });
}

/** @param {import('node:http').IncomingMessage & { body?: unknown }} req @param {import('node:http').ServerResponse} res */
function answer(req, res) {
  for (const event of ['data', 'end', 'error']) {
    // Node's own listener of a response that waits for its request.
    if (req.listenerCount(event) > 1)
      faults.push(`${req.listenerCount(event)} listeners of ${event} are left`);
  }
  tell(res, 200, { type: typeof req.body, id: idIn(req.body) });
}

/** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res @param {any} error */
function refuse(req, res, error) {
  if (error.type === 'request.aborted') {
    lost++;
    req.socket.destroy();
  } else if (typeof error.status !== 'number' || error.status >= 500) {
    faults.push(String(error.stack));
    tell(res, 500, {});
  } else tell(res, error.status, { refused: error.type }, error.headers);
}

/** @param {import('node:http').ServerResponse} res @param {number} status @param {object} about @param {object} [fields] */
function tell(res, status, about, fields = {}) {
  const text = JSON.stringify(about);
  res.writeHead(status, { ...fields, 'Content-Type': 'application/json', 'Content-Length': text.length });
  res.end(text);
}

/** Whose body it is: every one says it in its way. @param {any} body */
function idIn(body) {
  if (body === undefined) return undefined;
  return Number(typeof body === 'string' || Buffer.isBuffer(body) ? /^\d+/.exec(String(body))?.[0] : body.id);
}

/** @returns {Promise<Facts>} */
async function facts() {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await wait(20);
  }
  const { heapUsed, rss } = process.memoryUsage();
  /** @type {number} */
  const connections = await new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  return { heap: heapUsed, rss, connections, open, lost, faults, resources: resourcesLeft() };
}

answerForServer(server, facts);
