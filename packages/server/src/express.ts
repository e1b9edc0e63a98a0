/** @module Applications with Express's defaults, for `nextpress/express`. */

import { type QueryParser, SETTINGS } from '@nextpress/core';
import { applicationPrototype } from './internal/application/application-prototype.ts';
import { assemble } from './internal/application/assemble.ts';
import { compileQueryParser } from './internal/application/setting-rules.ts';
import { express4, Router4 } from './internal/express/express4.ts';
import { express5 } from './internal/express/express5.ts';
import { type Router as BaseRouter, type RouterConstructor, routerConstructor } from './router.ts';
import type { Application, Request } from './types/application.ts';

export { compileEtag, tagStrongly, tagWeakly } from './internal/application/setting-rules.ts';
export { ExpressLayer } from './internal/express/express-layer.ts';
export { Layer } from './internal/registration/layer.ts';

/** A major version of Express. */
export type ExpressVersion = 4 | 5;

const DIALECTS = { 4: express4, 5: express5 };

/**
 * Creates an application with Express's defaults: weak `ETag`s, `X-Powered-By`, its pages for errors and 404, its response to
 * `OPTIONS`. With version 4 it has the patterns, the query parser and the members of that version.
 *
 * @example
 * ```ts
 * import { createExpressApplication } from '@nextpress/server/express';
 *
 * createExpressApplication(5).get('query parser'); // => 'simple'
 * createExpressApplication(4).get('query parser'); // => 'extended'
 * ```
 */
export function createExpressApplication(version: ExpressVersion = 5): Application {
  return assemble({}, DIALECTS[version]);
}

/** The function for a value of the setting `query parser`. */
export function queryParserOf(value: unknown, version: ExpressVersion): QueryParser | undefined {
  return compileQueryParser(value, DIALECTS[version]);
}

/** The version of Express that the application of a request behaves like; `undefined` for `createServer()`. */
export function expressVersionOf(req: object): ExpressVersion | undefined {
  const dialect = (req as Partial<Request>)[SETTINGS]?.dialect;
  if (dialect === express4) return 4;
  return dialect === express5 ? 5 : undefined;
}

export { Router4 };
export type Router = BaseRouter;
/** Creates a router with the patterns of Express 5. */
export const Router: RouterConstructor = routerConstructor(express5);

/** The prototypes of all applications of a version, and of all their requests and responses. */
export function prototypesOf(
  version: ExpressVersion,
): Readonly<Record<'application' | 'request' | 'response', object>> {
  const { Request, Response } = DIALECTS[version].messages();
  return { application: applicationPrototype, request: Request.prototype, response: Response.prototype };
}

export { View, type ViewOptions } from './views/view.ts';
