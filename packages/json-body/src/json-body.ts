/** @module Reads a JSON body under limits. */

import type { BodyMiddleware } from '@nextpress/body';
import { createBodyParser } from '@nextpress/body';
import type { JsonBodyOptions } from './json-body-options.ts';
import { compileJsonSettings, JSON_OPTIONS } from './json-body-options.ts';
import { parseJson } from './parse-json.ts';

/**
 * Reads a JSON body under limits and puts its value at `req.body`.
 *
 * `req.body` stays untouched when there is nothing to do: no body, an empty one, one of another media type or of none, or one
 * that somebody else has read or begun to read, which the stream and `req._body` tell; a preset `req.body` doesn't. A body that
 * can't be accepted is refused through `next` with an error that has a `status` (400, 408, 413 or 415), a `code` and
 * body-parser's `type`.
 *
 * @throws {TypeError} or {RangeError} at once, when an option makes no sense
 *
 * @example
 * import { createServer } from 'node:http';
 * import { jsonBody } from '@nextpress/json-body';
 *
 * const readJson = jsonBody({ limit: '1mb' });
 * createServer((req, res) => {
 *   readJson(req, res, (error) => {
 *     if (error) res.writeHead(error.status ?? 500).end(error.message);
 *     else res.end(JSON.stringify(req.body));
 *   });
 * });
 */
export function jsonBody(options: JsonBodyOptions = {}): BodyMiddleware {
  const format = {
    name: 'jsonBody',
    type: 'application/json',
    options: JSON_OPTIONS,
    charsets: ['utf-8', 'utf-16', 'utf-16le', 'utf-16be'],
    empty: () => ({}),
    parse: (text: string) => parseJson(text, settings),
  };
  const parser = createBodyParser(format, options);
  const settings = compileJsonSettings(options);
  return parser;
}
