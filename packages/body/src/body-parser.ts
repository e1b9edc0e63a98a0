/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/json-body bench`. */

import type { IncomingMessage } from 'node:http';
import type { BodyFormat, BodyMiddleware } from './body-format.ts';
import type { BodySettings, TextBodyOptions } from './body-options.ts';
import { compileSettings } from './body-options.ts';
import { BodyReading } from './body-reading.ts';
import { TypeReader } from './type-reading.ts';

/** With `_body` body-parser 1 says that it has read the body. */
type Parsed = IncomingMessage & { _body?: unknown };

/**
 * Makes a middleware that reads bodies of one format under limits and puts their value at `req.body`.
 *
 * `req.body` stays untouched when there is nothing to do: no body, an empty one (see the option `empty`), one of another
 * media type or of none, or one that somebody else has read or begun to read, which the stream and `req._body` tell; a
 * preset `req.body` doesn't. A body that can't be accepted is refused through `next` with a `BodyError`.
 *
 * @param options - those that all formats share; the names of the format's own are let through, their values are its affair
 * @throws {TypeError} or {RangeError} at once, when an option makes no sense
 *
 * @example
 * import { createServer } from 'node:http';
 * import { createBodyParser } from '@nextpress/body';
 *
 * const readCsv = createBodyParser(
 *   {
 *     name: 'readCsv',
 *     type: 'text/csv',
 *     options: [],
 *     charsets: ['utf-8'],
 *     empty: () => [],
 *     parse: (text) => text.split('\r\n').map((line) => line.split(',')),
 *   },
 *   { limit: '1mb' },
 * );
 * createServer((req, res) => {
 *   readCsv(req, res, (error) => res.end(error ? String(error) : JSON.stringify(req.body)));
 * });
 */
export function createBodyParser(format: BodyFormat, options: TextBodyOptions): BodyMiddleware {
  const settings = compileSettings(format, options);
  const types = new TypeReader(format, settings);
  return (req, res, next) => {
    const charset = isUnread(req, settings) ? types.read(req) : undefined;
    if (charset === undefined) next();
    else if (typeof charset !== 'function')
      new BodyReading(format, settings, charset, req, res, next).begin();
    else new BodyReading(format, settings, null, req, res, next).refuse(charset());
  };
}

function isUnread(req: Parsed, settings: BodySettings): boolean {
  const length = req.headers['content-length'];
  if (req.headers['transfer-encoding'] === undefined) {
    if (length === undefined || (length === '0' && !settings.isEmptyValue)) return false;
  }
  // Not by `req.body`: Express 4's parsers set it to `{}` for what they don't read.
  return req._body !== true && !req.readableDidRead && !req.readableEnded;
}
