import { isPayloadPending, malformedTarget } from '@nextpress/core';
import { printThrown } from '@nextpress/semantics/thrown-value';
import { sendFileAsExpress } from '@nextpress/static/express';
import type { Application } from '../../types/application.ts';
import { serverDialect } from '../application/server-dialect.ts';
import type { Dialect } from '../dialect.ts';
import { passErrorsOn } from '../messages/file-helpers.ts';
import { pathOf } from '../path/target.ts';
import { define } from '../registration/define.ts';
import { expressFinalHandler, respondToOptions, sendMethods } from './express-response.ts';

/** Express runs no layers for such a target. For every other target its guards run, so ours must too. */
function hasNoPath(url: unknown): boolean {
  return typeof url !== 'string' || /^(?:[?#]|$)/.test(url);
}

export const express5: Dialect = {
  ...serverDialect,
  isLenient: true,
  hidesCodes: true,
  evaluatesAll: true,
  // The part may be a number, for example.
  toPattern: (part, end) =>
    serverDialect.toPattern(typeof part === 'object' && part !== null ? part : String(part), end),

  forRequest() {
    return this;
  },
  waitsForLayers: true,
  sendsReturned: false,
  // A request keeps the settings of an application that was mounted in a router, `trust proxy` included.
  restoresMessages: false,
  isErrorTooLate: (_req, res) => isPayloadPending(res),
  targetError: (req, isWellFormed) =>
    isWellFormed || pathOf(req) !== undefined || hasNoPath(req.url) ? undefined : malformedTarget(),
  respondToMiss: respondToOptions(sendMethods),

  poweredBy: 'Express',
  defaults: () => ({ 'x-powered-by': true, etag: 'weak', env: process.env.NODE_ENV || 'development' }),
  mimicsMessages: true,
  addMembers: (app) => {
    serverDialect.addMembers(app);
    addExpressMembers(app);
  },
  errorLog:
    (settings, log = (error) => printThrown(error)) =>
    (error, req) => {
      // Express's tests are silent.
      if (settings.env !== 'test') return log(error, req);
    },
  finalHandler: expressFinalHandler,
  sendFile: (res, path, options, done) => {
    // Express fails to set `etag` on it.
    if (options && typeof options !== 'object') {
      throw new TypeError(`Invalid options of sendFile: expected an object, got ${typeof options}`);
    }
    const { req, app } = res;
    sendFileAsExpress(req, res, path, options || {}, app.enabled('etag'), done || passErrorsOn(req));
  },
};

/** Adds the members that applications of both versions have. */
export function addExpressMembers(app: Application): void {
  // Tools would take it for the `routes` of Express 3.
  define(app, 'routes', undefined);
  // Copied as in Express: Feathers and others check for own properties.
  for (
    let from = Object.getPrototypeOf(app);
    from !== Function.prototype;
    from = Object.getPrototypeOf(from)
  ) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      // Accessors stay on the prototype: one of them may throw.
      if ('value' in descriptor && !Object.hasOwn(app, name))
        Object.defineProperty(app, name, { ...descriptor, enumerable: true });
    }
  }
}
