/**
 * One body through the middleware: Node's own request object, filled as its parser fills it, without a socket. Against
 * body-parser, and against the least that a handler can do by hand, which checks nothing.
 *
 * A loop of its own instead of mitata, which finishes one variant before the next: these take turns.
 */

import { deepStrictEqual } from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { jsonBody } from '@nextpress/json-body';
import { json as bodyParser } from 'body-parser';
import { users } from './users.mjs';

/** @typedef {import('@nextpress/body').BodyMiddleware} Middleware */

// body-parser takes a request for finished when its socket isn't readable.
const socket = /** @type {import('node:net').Socket} */ (/** @type {unknown} */ (new PassThrough()));
socket.setMaxListeners(0);

/**
 * @param {readonly Buffer[]} chunks
 * @param {Record<string, string>} fields
 */
function request(chunks, fields) {
  const req = new IncomingMessage(socket);
  req.method = 'POST';
  Object.assign(req.headers, { 'content-type': 'application/json' }, fields);
  for (const chunk of chunks) req.push(chunk);
  req.push(null);
  req.complete = true;
  return req;
}

/**
 * @param {Middleware} middleware
 * @param {readonly Buffer[]} chunks
 * @param {Record<string, string>} fields
 */
function parse(middleware, chunks, fields) {
  const req = request(chunks, fields);
  return new Promise((resolve, reject) => {
    middleware(req, new ServerResponse(req), (error) => {
      if (error) reject(error);
      else resolve(/** @type {{ body?: unknown }} */ (req).body);
    });
  });
}

/** @type {Middleware} */
const byHand = (req, _res, next) => {
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    Object.assign(req, { body: JSON.parse(Buffer.concat(chunks).toString()) });
    next();
  });
};

/** @type {[string, Middleware][]} */
const parsers = [
  ['@nextpress/json-body', jsonBody()],
  ['body-parser', bodyParser()],
  ['by hand', byHand],
];

const [small, large] = [users(1024), users(16 * 1024)];
const zipped = gzipSync(large);

/** @type {[string, Buffer[], Record<string, string>][]} */
const rows = [
  ['1 kB', [small], { 'content-length': String(small.length) }],
  ['16 kB', [large], { 'content-length': String(large.length) }],
  [
    '16 kB in 4 chunks',
    [0, 1, 2, 3].map((i) => large.subarray(i * 4200, (i + 1) * 4200)),
    { 'transfer-encoding': 'chunked' },
  ],
  ['16 kB, gzip', [zipped], { 'content-length': String(zipped.length), 'content-encoding': 'gzip' }],
];

const ROUNDS = 41;
const ROUND_MS = 60;

for (const [name, chunks, fields] of rows) {
  const able = fields['content-encoding'] === undefined ? parsers : parsers.slice(0, 2);
  const [expected, ...others] = await Promise.all(able.map(([, parser]) => parse(parser, chunks, fields)));
  for (const other of others) deepStrictEqual(other, expected);

  // In turns, so that what else the machine does falls on all of them; the median round counts.
  /** @type {Map<string, number[]>} */
  const times = new Map(able.map(([who]) => [who, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [who, parser] of able)
      times.get(who)?.push(await timeRound(() => parse(parser, chunks, fields)));
  }
  console.log(name);
  for (const [who, rounds] of times) {
    const median = rounds.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
    console.log(`  ${who.padEnd(22)} ${median.toFixed(1).padStart(7)} µs`);
  }
}

/** @param {() => Promise<unknown>} once */
async function timeRound(once) {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < ROUND_MS) {
    await once();
    count++;
  }
  return ((performance.now() - start) * 1000) / count;
}
