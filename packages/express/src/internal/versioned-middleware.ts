/** @module Cold: Express's middleware, for applications of both versions. */
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

/** `express.json`: reads a JSON body, as body-parser does. */
export function json(options?: JsonBodyOptions): BodyMiddleware {
  return withEmptyBody(express5.json(options));
}

/** `express.urlencoded`: reads a urlencoded body, as body-parser does; for version 4 an extended one by default. */
export function urlencoded(options?: FormBodyOptions): BodyMiddleware {
  const extended = { ...options, extended: true };
  if (DEFAULT_VERSION === 4 && options?.extended === undefined)
    return withEmptyBody(express5.urlencoded(extended));
  const parse = express5.urlencoded(options);
  if (options?.extended !== undefined) return withEmptyBody(parse);
  // Made when it is needed: it checks options that the other one ignores.
  let parse4: BodyMiddleware | undefined;
  return withEmptyBody(parse, (req, res, next) => {
    parse4 ??= express5.urlencoded(extended);
    return parse4(req, res, next);
  });
}

/** `express.raw`: reads a body as a buffer, as body-parser does. */
export function raw(options?: BodyOptions): BodyMiddleware {
  return withEmptyBody(express5.raw(options));
}

/** `express.text`: reads a body as text, as body-parser does. */
export function text(options?: TextBodyOptions): BodyMiddleware {
  return withEmptyBody(express5.text(options));
}

/** Gives requests of version 4 the body `{}` before one is read. */
function withEmptyBody(parse: BodyMiddleware, parse4: BodyMiddleware = parse): BodyMiddleware {
  const parser: BodyMiddleware = (req, res, next) => {
    if (expressVersionOf(req) !== 4) return parse(req, res, next);
    (req as Message).body ||= {};
    return parse4(req, res, next);
  };
  return Object.defineProperty(parser, 'name', { value: parse.name });
}

/** `express.query`: reads the query of requests that have none, which those of an application always have. */
export function query(options?: object | ((query: string) => object)) {
  const parse = typeof options === 'function' ? options : (text: string) => parseNestedQuery(text) ?? {};
  return function query(req: Message, _res: unknown, next: () => void): void {
    const { url = '' } = req;
    const mark = url.indexOf('?');
    req.query ||= parse(mark === -1 ? '' : url.slice(mark + 1));
    next();
  };
}
