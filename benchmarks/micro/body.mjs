// JSON bodies through the middleware, without a socket: Nextpress against body-parser and a handler that checks nothing.
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import bodyParser from 'body-parser';
import { bench, run, summary } from 'mitata';
import { jsonBody } from 'nextpress';
import { order } from '../content/order.mjs';

/** @typedef {IncomingMessage & { body?: unknown }} Request */
/** @typedef {(req: any, res: any, next: (error?: unknown) => void) => void} Middleware */

// body-parser treats a request as finished when its socket is not readable.
const socket = /** @type {import('node:net').Socket} */ (/** @type {unknown} */ (new PassThrough()));
socket.setMaxListeners(0);

/** @type {Middleware} */
function byHand(req, _res, next) {
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
  req.on('end', () => {
    req.body = JSON.parse(Buffer.concat(chunks).toString());
    next();
  });
}

/** @param {Middleware} middleware @param {Buffer} bytes */
function parse(middleware, bytes) {
  /** @type {Request} */
  const req = new IncomingMessage(socket);
  req.method = 'POST';
  Object.assign(req.headers, { 'content-type': 'application/json', 'content-length': String(bytes.length) });
  req.push(bytes);
  req.push(null);
  req.complete = true;
  return new Promise((resolve, reject) => {
    middleware(req, new ServerResponse(req), (error) => (error ? reject(error) : resolve(req.body)));
  });
}

/** @type {Record<string, Middleware>} */
const parsers = { nextpress: jsonBody(), 'body-parser': bodyParser.json(), 'by hand': byHand };
const bodies = { '1 kB': [1], '16 kB': Array.from({ length: 16 }, (_, index) => index) };

for (const [size, ids] of Object.entries(bodies)) {
  const bytes = Buffer.from(`[${ids.map(order).join()}]`);
  for (const parser of Object.values(parsers)) {
    assert.deepEqual(await parse(parser, bytes), JSON.parse(String(bytes)));
  }
  summary(() => {
    for (const [name, parser] of Object.entries(parsers)) {
      bench(`${size}  ${name}`, () => parse(parser, bytes));
    }
  });
}
await run();
