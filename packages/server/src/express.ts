/** @module Applications in Express's shape, for `nextpress/express`. */

import { SETTINGS } from '@nextpress/core';
import type { Application } from './application.ts';
import { guarded, withLastResort } from './internal/answer/answer.ts';
import { answerAsExpress } from './internal/answer/express-answers.ts';
import { applicationPrototype } from './internal/application/application-prototype.ts';
import { assemble, type Shape } from './internal/application/assemble.ts';
import type { ExpressVersion } from './internal/application/settings-store.ts';
import { applicationPrototype4, Router4 } from './internal/express4/prototypes.ts';
import { defineRequestMembers } from './internal/express4/request-members.ts';
import { defineResponseMembers } from './internal/express4/response-members.ts';
import { basePrototypes, type Request } from './messages.ts';
import { type Router as BaseRouter, type RouterConstructor, routerConstructor } from './router.ts';

export { Layer } from './internal/registration/layer.ts';

const SHAPE: Shape = {
  poweredBy: 'Express',
  expressVersion: 5,
  defaults: { 'x-powered-by': true, etag: 'weak' },
  answer: (values, { logError }) => {
    const log = guarded((error, req) => (values.env === 'test' ? undefined : logError(error, req)));
    return withLastResort(log, (error, req, res) =>
      answerAsExpress(error, req, res, { revealing: values.env !== 'production', log }),
    );
  },
};

const SHAPE_4: Shape = {
  ...SHAPE,
  expressVersion: 4,
  defaults: { ...SHAPE.defaults, 'query parser': 'extended' },
  prototypes: { application: applicationPrototype4, router: Router4 },
  extend: ({ Request, Response }) => {
    defineRequestMembers(Request.prototype);
    defineResponseMembers(Response.prototype);
  },
};

/**
 * Makes an application with Express's defaults: weak `ETag`s, `X-Powered-By`, its pages for errors and for what nothing
 * answers, its answer to `OPTIONS`. With version 4 it reads patterns and queries, and has the members, of that version.
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

/** The version of Express whose application a request is in; `undefined` in others. */
export function expressVersionOf(req: object): ExpressVersion | undefined {
  return (req as Partial<Request>)[SETTINGS]?.expressVersion;
}

export { Router4 };
export type Router = BaseRouter;
/** Makes a router that reads paths as Express 5 does. */
export const Router: RouterConstructor = routerConstructor(5);

/** The prototypes of all applications, and of all their requests and responses: what is put there, each of them has. */
export const prototypes: Readonly<Record<'application' | 'request' | 'response', object>> = {
  application: applicationPrototype,
  ...basePrototypes(),
};

export type { ExpressVersion } from './internal/application/settings-store.ts';
export { View, type ViewOptions } from './views/view.ts';
