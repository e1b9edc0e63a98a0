/** @module Applications in Express's shape, for `nextpress/express`. */

import type { Application } from './application.ts';
import { guarded, withLastResort } from './internal/answer/answer.ts';
import { answerAsExpress } from './internal/answer/express-answers.ts';
import { applicationPrototype } from './internal/application/application-prototype.ts';
import { assemble, type Shape } from './internal/application/assemble.ts';
import { basePrototypes } from './messages.ts';
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

/**
 * Makes an application with Express's defaults: weak `ETag`s, `X-Powered-By`, its pages for errors and for what nothing
 * answers, its answer to `OPTIONS`.
 *
 * @example
 * ```ts
 * import { createExpressApplication } from '@nextpress/server/express';
 *
 * const app = createExpressApplication();
 * app.get('etag'); // => 'weak'
 * ```
 */
export function createExpressApplication(): Application {
  return assemble(
    {},
    { ...SHAPE, defaults: { ...SHAPE.defaults, env: process.env.NODE_ENV || 'development' } },
  );
}

export type Router = BaseRouter;
/** Makes a router that reads paths as Express 5 does. */
export const Router: RouterConstructor = routerConstructor(5);

/** The prototypes of all applications, and of all their requests and responses: what is put there, each of them has. */
export const prototypes: Readonly<Record<'application' | 'request' | 'response', object>> = {
  application: applicationPrototype,
  ...basePrototypes(),
};

export { View, type ViewOptions } from './views/view.ts';
