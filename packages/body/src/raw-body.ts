/** @module The body as bytes. */

import type { BodyMiddleware } from './body-format.ts';
import type { BodyOptions } from './body-options.ts';
import { createBodyParser } from './body-parser.ts';
import { ownBytes } from './own-bytes.ts';

/**
 * Reads a body under limits and puts its bytes at `req.body`, as a `Buffer` that may be kept.
 *
 * @throws {TypeError} or {RangeError} at once, when an option makes no sense
 *
 * @example
 * import { createServer } from 'node:http';
 * import { rawBody } from '@nextpress/body';
 *
 * const readBytes = rawBody({ limit: '1mb', type: '*\/*' });
 * createServer((req, res) => {
 *   readBytes(req, res, (error) => {
 *     if (error) res.writeHead(error.status ?? 500, error.headers).end(error.message);
 *     else res.end(`${req.body?.length ?? 0} bytes`);
 *   });
 * });
 */
export function rawBody(options: BodyOptions = {}): BodyMiddleware {
  return createBodyParser(
    {
      name: 'rawBody',
      type: 'application/octet-stream',
      options: [],
      empty: () => Buffer.alloc(0),
      parse: ownBytes,
    },
    options,
  );
}

/** Lets `use()` say so when the call is forgotten: `app.use(rawBody)`. */
Object.defineProperty(rawBody, Symbol.for('nextpress.factory'), { value: true });
