/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/json-body bench`. */

import type { IncomingMessage } from 'node:http';
import type { BodyFormat, BodyMiddleware } from './body-format.ts';
import type { TextBodyOptions } from './body-options.ts';
import { compileSettings } from './body-options.ts';
import { BodyReading } from './body-reading.ts';
import { TypeReader } from './type-reading.ts';

/** `_body` tells that body-parser 1 has read the body. */
type Parsed = IncomingMessage & { body?: unknown; _body?: unknown };

/**
 * Makes a middleware that reads bodies of one format under limits and puts their value at `req.body`.
 *
 * `req.body` is left alone when there is nothing to do: no body, one of another media type or of none, or one that has been
 * read already. A body that cannot be accepted is refused through `next` with a `BodyError`.
 *
 * @param options - the options that all formats share; those named by the format are for the format to check
 * @throws {TypeError} or {RangeError} at startup, for an invalid option
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
    if (isFinished(req)) {
      next();
      return;
    }
    if (!('body' in req)) (req as Parsed).body = undefined;
    const charset = hasBody(req) ? types.read(req) : undefined;
    if (charset === undefined) next();
    else new BodyReading(format, settings, req, res, next).begin(charset);
  };
}

/**
 * Whether the body has been read, or can no longer arrive. The objects of serverless adapters have a socket that is not
 * readable, or none, and the body preset.
 */
function isFinished(req: Parsed): boolean {
  if (req._body === true) return true;
  if (typeof req.complete !== 'boolean') return false;
  const { socket, upgrade } = req as Partial<IncomingMessage> & { upgrade?: boolean };
  if (upgrade || !socket || (req.complete && !req.readable)) return true;
  // A client may close its sending side as soon as it has sent the body, which is then still to be read.
  return !socket.readable && !(socket.readableEnded && req.readable);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}
