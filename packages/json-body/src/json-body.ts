/** @module Reads a JSON body under limits. */

import type { BodyMiddleware } from '@nextpress/body';
import { createBodyParser } from '@nextpress/body';
import type { JsonBodyOptions } from './json-body-options.ts';
import { compileJsonSettings, JSON_OPTIONS } from './json-body-options.ts';
import { parseJson } from './parse-json.ts';

/** Those of body-parser but UTF-7, in which no character of JSON has to be spelled as it is in ASCII. */
const CHARSETS = ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'utf-32', 'utf-32le', 'utf-32be'];

/**
 * Reads a JSON body under limits and puts its value at `req.body`.
 *
 * `req.body` is left alone when there is nothing to do: no body, one of another media type or of none, or one that has been
 * read already. A body that cannot be accepted is refused through `next` with an error that has a `status` (400, 408, 413
 * or 415), a `code`, and body-parser's `type` and message.
 *
 * @throws {TypeError} or {RangeError} at startup, for an invalid option
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
    charsets: CHARSETS,
    empty: () => ({}),
    parse: (text: string) => parseJson(text, settings),
  };
  const parser = createBodyParser(format, options);
  const settings = compileJsonSettings(options);
  return parser;
}

/** Lets `use()` say so when the call is forgotten: `app.use(jsonBody)`. */
Object.defineProperty(jsonBody, Symbol.for('nextpress.factory'), { value: true });
