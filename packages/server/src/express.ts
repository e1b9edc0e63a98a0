/** @module Applications with Express's defaults, for `nextpress/express`. */

import { type ExpressVersion, SETTINGS } from '@nextpress/core';
import { applicationPrototype } from './internal/application/application-prototype.ts';
import { assemble, type Shape } from './internal/application/assemble.ts';
import { baseMessages4 } from './internal/express4/base-messages.ts';
import { applicationPrototype4, Router4 } from './internal/express4/prototypes.ts';
import { baseMessages } from './internal/messages/message-prototypes.ts';
import { expressFinalHandler } from './internal/responding/express-response.ts';
import { type RouterConstructor, routerConstructor } from './router.ts';
import type { Application, Router as BaseRouter, Request } from './types/application.ts';

export { ExpressLayer } from './internal/registration/express-layer.ts';
export { Layer } from './internal/registration/layer.ts';

const SHAPE: Shape = {
  poweredBy: 'Express',
  expressVersion: 5,
  defaults: { 'x-powered-by': true, etag: 'weak' },
  respond: (values, { logError }) => expressFinalHandler(() => values.env, logError),
};

const SHAPE_4: Shape = {
  ...SHAPE,
  expressVersion: 4,
  defaults: { ...SHAPE.defaults, 'query parser': 'extended' },
  prototypes: { application: applicationPrototype4, router: Router4 },
  messages: baseMessages4,
};

/**
 * Makes an application with Express's defaults: weak `ETag`s, `X-Powered-By`, its pages for errors and 404, its response to
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
  const shape = version === 4 ? SHAPE_4 : SHAPE;
  return assemble(
    {},
    { ...shape, defaults: { ...shape.defaults, env: process.env.NODE_ENV || 'development' } },
  );
}

/** The version of Express that the application of a request behaves like; `undefined` for `createServer()`. */
export function expressVersionOf(req: object): ExpressVersion | undefined {
  return (req as Partial<Request>)[SETTINGS]?.expressVersion;
}

export { Router4 };
export type Router = BaseRouter;
/** Makes a router with the patterns of Express 5. */
export const Router: RouterConstructor = routerConstructor(5);

/** The prototypes of all applications of a version, and of all their requests and responses. */
export function prototypesOf(
  version: ExpressVersion,
): Readonly<Record<'application' | 'request' | 'response', object>> {
  const { Request, Response } = version === 4 ? baseMessages4() : baseMessages();
  return { application: applicationPrototype, request: Request.prototype, response: Response.prototype };
}

export type { ExpressVersion } from '@nextpress/core';
export { View, type ViewOptions } from './views/view.ts';
