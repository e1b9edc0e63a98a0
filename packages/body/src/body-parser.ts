/** @module Hot: runs once per request. Bench: `npm run bench -- json-body`. */

import type { IncomingMessage } from 'node:http';
import { hasBody } from '@nextpress/semantics/request-body';
import type { BodyFormat, BodyMiddleware } from './body-format.ts';
import type { TextBodyOptions } from './body-options.ts';
import { compileSettings } from './body-options.ts';
import { BodyReading } from './body-reading.ts';
import { readContentType } from './content-type.ts';

/** `_body` is set by body-parser 1 after reading a body. */
type ParsedRequest = IncomingMessage & { body?: unknown; _body?: unknown };

/**
 * Creates middleware that reads bodies of one format under limits and assigns their value to `req.body`.
 *
 * Does nothing for requests without a body, with another media type, or whose body has already been read. For a
 * rejected body, calls `next` with a `BodyError`.
 *
 * @param options - the options that all formats share; the caller validates format-specific options
 * @throws {TypeError} for an invalid option
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
  const failsIfRead = settings.bodyParserVersion === 1;
  const parser: BodyMiddleware = (req, res, next) => {
    if (failsIfRead ? (req as ParsedRequest)._body === true : isFinished(req)) {
      next();
      return;
    }
    if (!('body' in req)) (req as ParsedRequest).body = undefined;
    const charset = hasBody(req) ? readContentType(req, format, settings) : undefined;
    if (charset === undefined) {
      next();
      return;
    }
    if (failsIfRead) (req as ParsedRequest)._body = true;
    new BodyReading(format, settings, req, res, next).begin(charset);
  };
  // Tools identify middleware by its name.
  return Object.defineProperty(parser, 'name', { value: format.name });
}

/**
 * Whether the body has already been read, or can no longer arrive. Requests from serverless adapters have no readable
 * socket, and a preset body.
 */
function isFinished(req: ParsedRequest): boolean {
  if (req._body === true) return true;
  if (typeof req.complete !== 'boolean') return false;
  const { socket, upgrade } = req as Partial<IncomingMessage> & { upgrade?: boolean };
  if (upgrade || !socket || (req.complete && !req.readable)) return true;
  // A client may close its sending side after the whole body, before the body is read.
  return !socket.readable && !(socket.readableEnded && req.readable);
}
