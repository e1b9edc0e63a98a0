/** @module Cold: the middleware of Express 4 or 5, depending on the application of the request. */
import type { IncomingMessage } from 'node:http';
import type { BodyMiddleware, BodyOptions, TextBodyOptions } from '@nextpress/body';
import type { FormBodyOptions } from '@nextpress/form-body';
import type { JsonBodyOptions } from '@nextpress/json-body';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import { expressVersionOf } from '@nextpress/server/express';
import { DEFAULT_VERSION } from './default-version.ts';
import * as express5 from './express-middleware.ts';

interface Message extends IncomingMessage {
  body?: unknown;
  query?: unknown;
}

/** Reads a JSON body, as body-parser does. */
export function json(options?: JsonBodyOptions): BodyMiddleware {
  return withEmptyBody(express5.json(options));
}

/** Reads a urlencoded body, as body-parser does; version 4 has `extended` on by default. */
export function urlencoded(options?: FormBodyOptions): BodyMiddleware {
  const extended = { ...options, extended: true };
  if (DEFAULT_VERSION === 4 && options?.extended === undefined)
    return withEmptyBody(express5.urlencoded(extended));
  const parse = express5.urlencoded(options);
  if (options?.extended !== undefined) return withEmptyBody(parse);
  // Created on first use, because it checks options that the parser of version 5 ignores.
  let parse4: BodyMiddleware | undefined;
  return withEmptyBody(parse, (req, res, next) => {
    parse4 ??= express5.urlencoded(extended);
    return parse4(req, res, next);
  });
}

/** Reads a body as a buffer, as body-parser does. */
export function raw(options?: BodyOptions): BodyMiddleware {
  return withEmptyBody(express5.raw(options));
}

/** Reads a body as text, as body-parser does. */
export function text(options?: TextBodyOptions): BodyMiddleware {
  return withEmptyBody(express5.text(options));
}

/** Sets `req.body` to `{}` in version 4 before a body is read. */
function withEmptyBody(parse: BodyMiddleware, parse4: BodyMiddleware = parse): BodyMiddleware {
  const parser: BodyMiddleware = (req, res, next) => {
    if (expressVersionOf(req) !== 4) return parse(req, res, next);
    (req as Message).body ||= {};
    return parse4(req, res, next);
  };
  return Object.defineProperty(parser, 'name', { value: parse.name });
}

/** Sets `req.query`, unless the request comes from an application, which has set it. */
export function query(options?: object | ((query: string) => object)) {
  const parse = typeof options === 'function' ? options : (text: string) => parseNestedQuery(text) ?? {};
  return function query(req: Message, _res: unknown, next: () => void): void {
    const { url = '' } = req;
    const mark = url.indexOf('?');
    req.query ||= parse(mark === -1 ? '' : url.slice(mark + 1));
    next();
  };
}
