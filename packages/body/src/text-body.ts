/** @module The body as text. */

import type { BodyMiddleware } from './body-format.ts';
import type { TextBodyOptions } from './body-options.ts';
import { createBodyParser } from './body-parser.ts';

/**
 * Reads a body under limits and puts its text at `req.body`. Every charset that `TextDecoder` knows is read; bytes that
 * are no text in it become U+FFFD.
 *
 * @throws {TypeError} or {RangeError} at once, when an option makes no sense
 *
 * @example
 * import { createServer } from 'node:http';
 * import { textBody } from '@nextpress/body';
 *
 * const readText = textBody({ type: 'text/*' });
 * createServer((req, res) => {
 *   readText(req, res, (error) => {
 *     if (error) res.writeHead(error.status ?? 500, error.headers).end(error.message);
 *     else res.end(`${req.body?.length ?? 0} characters`);
 *   });
 * });
 */
export function textBody(options: TextBodyOptions = {}): BodyMiddleware {
  return createBodyParser(
    {
      name: 'textBody',
      type: 'text/plain',
      options: [],
      charsets: 'any',
      empty: () => '',
      parse: (text) => text,
    },
    options,
  );
}

/** Lets `use()` say so when the call is forgotten: `app.use(textBody)`. */
Object.defineProperty(textBody, Symbol.for('nextpress.factory'), { value: true });
