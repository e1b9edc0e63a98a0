/**
 * @module Cold: the middleware of Express 4 or 5, whichever the request's application uses, otherwise the process's
 *   default.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyMiddleware, BodyOptions, TextBodyOptions } from '@nextpress/body';
import type { FormBodyOptions } from '@nextpress/form-body';
import type { JsonBodyOptions } from '@nextpress/json-body';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import type { NextFunction } from '@nextpress/server';
import { type ExpressVersion, expressVersionOf } from '@nextpress/server/express';
import { type ExpressStaticOptions, expressStatic } from '@nextpress/static/express';
import { DEFAULT_VERSION } from './default-version.ts';
import type { MakeParser } from './express-middleware.ts';
import * as express from './express-middleware.ts';

/** Middleware that also runs without Express. */
export type NodeMiddleware = (req: IncomingMessage, res: ServerResponse, next: NextFunction) => void;

interface Message extends IncomingMessage {
  body?: unknown;
  query?: unknown;
}

/**
 * Reads a JSON body, as body-parser does.
 *
 * @example
 * ```ts
 * import express from 'nextpress/express';
 *
 * const app = express();
 * app.post('/users', express.json({ limit: '1mb' }), (req, res) => res.send(`Hello, ${req.body.name}`));
 * // POST /users {"name":"Ada"} => 200 Hello, Ada
 * ```
 */
export function json(options?: JsonBodyOptions): NodeMiddleware {
  return versioned(express.json, options);
}

/**
 * Reads a urlencoded body, as body-parser does; in version 4, `extended` defaults to true.
 *
 * @example
 * ```ts
 * import express from 'nextpress/express';
 *
 * const app = express();
 * app.post('/users', express.urlencoded(), (req, res) => res.json(req.body));
 * // POST /users Content-Type: application/x-www-form-urlencoded => 200 {}
 * ```
 */
export function urlencoded(options?: FormBodyOptions): NodeMiddleware {
  return versioned(express.urlencoded, options);
}

/**
 * Reads a body as a buffer, as body-parser does.
 *
 * @example
 * ```ts
 * import express from 'nextpress/express';
 *
 * const app = express();
 * app.post('/files', express.raw({ type: 'application/*' }), (req, res) => res.send(`${req.body.length} bytes`));
 * // POST /files {"a":1} => 200 7 bytes
 * ```
 */
export function raw(options?: BodyOptions): NodeMiddleware {
  return versioned(express.raw, options);
}

/**
 * Reads a body as text, as body-parser does.
 *
 * @example
 * ```ts
 * import express from 'nextpress/express';
 *
 * const app = express();
 * app.post('/notes', express.text({ type: 'application/*' }), (req, res) => res.send(req.body.toUpperCase()));
 * // POST /notes {"a":1} => 200 {"A":1}
 * ```
 */
export function text(options?: TextBodyOptions): NodeMiddleware {
  return versioned(express.text, options);
}

/** Creates a parser for both versions. In version 4, `req.body` is `{}` before a body is read. */
function versioned(make: MakeParser, options: object | undefined): BodyMiddleware {
  const usual = make(options, DEFAULT_VERSION);
  // The other one is created on first use, because it checks options that this one ignores.
  const parsers: Partial<Record<ExpressVersion, BodyMiddleware>> = { [DEFAULT_VERSION]: usual };
  const parser: BodyMiddleware = (req, res, next) => {
    const version = expressVersionOf(req) ?? DEFAULT_VERSION;
    if (version === 4) (req as Message).body ||= {};
    parsers[version] ??= make(options, version);
    return parsers[version](req, res, next);
  };
  return Object.defineProperty(parser, 'name', { value: usual.name });
}

/**
 * Serves files, as serve-static does in the process's default version.
 *
 * @example
 * ```ts
 * import express from 'nextpress/express';
 *
 * const app = express();
 * app.use('/files', express.static('.', { maxAge: '1h' }));
 * // GET /files/package.json => 200 Cache-Control: public, max-age=3600
 * ```
 */
export function staticFiles(root: string, options?: ExpressStaticOptions): NodeMiddleware {
  return expressStatic(root, options, DEFAULT_VERSION);
}

/**
 * Sets `req.query`, unless the request comes from an application, which has already set it. Only exists with
 * `NEXTPRESS_EXPRESS=4`, because Express 5 lacks it.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 *
 * process.env.NEXTPRESS_EXPRESS = '4';
 * const { default: express } = await import('nextpress/express');
 *
 * const read = express.query();
 * createServer((req, res) => read(req, res, () => res.end()));
 * ```
 */
export function query(options?: object | ((query: string) => object)): NodeMiddleware {
  const parse = typeof options === 'function' ? options : (text: string) => parseNestedQuery(text) ?? {};
  return function query(req: Message, _res, next): void {
    const { url = '' } = req;
    const mark = url.indexOf('?');
    req.query ||= parse(mark === -1 ? '' : url.slice(mark + 1));
    next();
  };
}
