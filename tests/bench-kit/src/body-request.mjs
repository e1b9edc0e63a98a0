/** @module A request with a body, without a socket, for the parsers of bodies. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';

// body-parser treats a request as finished when its socket is not readable.
const socket = /** @type {import('node:net').Socket} */ (/** @type {unknown} */ (new PassThrough()));
socket.setMaxListeners(0);

/**
 * @typedef {(req: any, res: any, next: (error?: unknown) => void) => void} Middleware
 *
 * @param {Middleware} middleware
 * @param {string} type
 * @returns {(bytes: Buffer) => Promise<unknown>} resolves to `req.body`
 */
export const parseBy = (middleware, type) => (bytes) => {
  const req = /** @type {IncomingMessage & { body?: unknown }} */ (new IncomingMessage(socket));
  req.method = 'POST';
  Object.assign(req.headers, { 'content-type': type, 'content-length': String(bytes.length) });
  req.push(bytes);
  req.push(null);
  req.complete = true;
  return new Promise((resolve, reject) => {
    middleware(req, new ServerResponse(req), (error) => (error ? reject(error) : resolve(req.body)));
  });
};

/** Reads the body and checks nothing. @param {(text: string) => unknown} parse @returns {Middleware} */
export const readBy = (parse) => (req, _res, next) => {
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
  req.on('end', () => {
    req.body = parse(Buffer.concat(chunks).toString());
    next();
  });
};
