import type { BodyMiddleware } from '@nextpress/body';
import { createBodyParser } from '@nextpress/body';
import { FACTORY } from '@nextpress-internal/internals/keys';
import type { JsonBodyOptions } from './json-body-options.ts';
import { compileJsonSettings, JSON_OPTIONS } from './json-body-options.ts';
import { parseJson } from './parse-json.ts';

/** body-parser's, except UTF-7, which can hide JSON syntax from code that inspects the bytes. */
const CHARSETS = ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'utf-32', 'utf-32le', 'utf-32be'];

/**
 * Creates middleware that reads a JSON body under limits and assigns its value to `req.body`.
 *
 * Does nothing for requests without a body, with another media type, or whose body has already been read. For a
 * rejected body, calls `next` with an error that has a `status` (400, 408, 413 or 415), a `code`, and body-parser's
 * `type` and message.
 *
 * @throws {TypeError} for an invalid option
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

/** Lets `use()` report `app.use(jsonBody)`, which lacks the call. */
Object.defineProperty(jsonBody, FACTORY, { value: true });
