/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/json-body bench`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '@nextpress/semantics/http-error';
import { aborted, encodingSet, notJson } from './body-error.ts';
import type { BodyForm } from './body-form.ts';
import { bodyForm } from './body-form.ts';
import { decodeText } from './decode-text.ts';
import { discardRest } from './discard-rest.ts';
import { inflate } from './inflate.ts';
import type { JsonBodyOptions, JsonBodySettings } from './json-body-options.ts';
import { compileSettings } from './json-body-options.ts';
import { parseJson } from './parse-json.ts';
import { readBytes } from './read-bytes.ts';
import { takeBody } from './take-body.ts';

/** A middleware for Express, Connect, Polka, Nextpress and, with a `next` of your own, for bare `node:http`. */
export type JsonBodyMiddleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** With `_body` body-parser 1 says that it has read the body. */
type Parsed = IncomingMessage & { body?: unknown; _body?: unknown };

/**
 * Reads a JSON body under limits and puts its value at `req.body`.
 *
 * `req.body` stays untouched when there is nothing to do: no body, an empty one, one of another media type or of none, or one
 * that somebody else has read or begun to read, which the stream and `req._body` tell; a preset `req.body` doesn't. A body that can't be accepted is refused through `next` with an `HttpError` (400, 413 or 415) that
 * has a `status`, a `code` and body-parser's `type`.
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
export function jsonBody(options: JsonBodyOptions = {}): JsonBodyMiddleware {
  const settings = compileSettings(options);
  return (req, res, next) => {
    const form = isUnread(req) ? bodyForm(req.headers, settings) : undefined;
    if (form === undefined) next();
    else if (form instanceof HttpError) refuse(form, req, res, next);
    else read(form, settings, req, res, next);
  };
}

function isUnread(req: Parsed): boolean {
  const length = req.headers['content-length'];
  if (req.headers['transfer-encoding'] === undefined && (length === undefined || length === '0'))
    return false;
  // Not by `req.body`: Express 4's parsers set it to `{}` for what they don't read.
  return req._body !== true && !req.readableDidRead && !req.readableEnded;
}

function read(
  form: BodyForm,
  settings: JsonBodySettings,
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
): void {
  // A stream that is gone emits nothing more, not even that.
  if (req.destroyed) {
    next(aborted());
    return;
  }
  if (req.readableEncoding !== null) {
    refuse(encodingSet(), req, res, next);
    return;
  }
  const { limit } = settings;
  const accept = (outcome: Buffer | HttpError): void => {
    if (outcome instanceof HttpError) refuse(outcome, req, res, next);
    else finish(outcome, form, settings, req, next);
  };
  const decode = (outcome: Buffer | HttpError): void => {
    if (form.inflater === undefined || outcome instanceof HttpError || outcome.length === 0) accept(outcome);
    else inflate(form.inflater, outcome, limit, accept);
  };
  const whole = takeBody(req);
  if (whole === undefined) readBytes(req, limit, form.length, decode);
  else decode(whole);
}

function finish(
  bytes: Buffer,
  form: BodyForm,
  settings: JsonBodySettings,
  req: Parsed,
  next: (error?: unknown) => void,
): void {
  if (bytes.length > 0) {
    try {
      const text = decodeText(bytes, form.charset);
      if (text === undefined) throw notJson(`The body is not ${form.charset.toUpperCase()} text.`);
      req.body = parseJson(text, settings);
    } catch (error) {
      next(error);
      return;
    }
  }
  next();
}

function refuse(
  error: HttpError,
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
): void {
  discardRest(req, res);
  next(error);
}
