/** @module The function `express()`, its members and Express's defaults. */

import {
  type Application,
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Route,
  type RouterOptions,
} from '@nextpress/server';
import {
  createExpressApplication,
  type ExpressVersion,
  prototypesOf,
  Router4,
  Router as Router5,
} from '@nextpress/server/express';
import type {
  CookieOptions,
  Errback,
  Handler,
  IRoute,
  IRouter,
  IRouterHandler,
  IRouterMatcher,
  Locals,
  MediaType,
  ParamsDictionary,
  Query,
  RequestParamHandler,
  Send,
} from './express-types.ts';
import { checkedVersion, DEFAULT_VERSION } from './internal/default-version.ts';
import { json, query, raw, staticFiles, text, urlencoded } from './internal/versioned-middleware.ts';

/** The options of `express()`. */
interface ExpressOptions {
  /**
   * The version of Express that the application behaves like.
   * @defaultValue 5; the value of the environment variable `NEXTPRESS_EXPRESS` when the module is loaded
   */
  readonly compatibility?: ExpressVersion;
}

/**
 * Creates an application with Express's defaults. `require('@nextpress/express')` returns this function.
 *
 * @throws {TypeError} if `compatibility` is neither 4 nor 5
 *
 * @example
 * ```ts
 * import express from '@nextpress/express';
 *
 * const app = express();
 * app.use(express.json());
 * app.get('/hello', (req, res) => res.send(`Hello, ${req.get('Host')}`));
 * app.get('x-powered-by'); // => true
 *
 * const legacy = express({ compatibility: 4 });
 * legacy.get('/users(/:id)?', (req, res) => res.send(req.params.id));
 * ```
 */
function express(options?: ExpressOptions): Application {
  const { compatibility = DEFAULT_VERSION } = options ?? {};
  return createExpressApplication(checkedVersion(compatibility, 'Invalid option "compatibility"'));
}

type Router = Router5;
/** Creates a router, with or without `new`. */
const Router: typeof Router5 = DEFAULT_VERSION === 4 ? Router4 : Router5;
const prototypes = prototypesOf(DEFAULT_VERSION);
/** The prototype of all applications: members added to it appear on each of them. */
const application: Application = prototypes.application as Application;
/** The prototype of all requests. */
const request: Request = prototypes.request as Request;
/** The prototype of all responses. */
const response: Response = prototypes.response as Response;

/** The members of the function, and types under their names in `@types/express`. */
declare namespace express {
  export type {
    Application,
    Application as Express,
    CookieOptions,
    Errback,
    ErrorRequestHandler,
    ExpressOptions,
    Handler,
    IRoute,
    IRouter,
    IRouterHandler,
    IRouterMatcher,
    Locals,
    MediaType,
    NextFunction,
    ParamsDictionary,
    Query,
    Request,
    RequestHandler,
    RequestParamHandler,
    Response,
    RouterOptions,
    Send,
  };
  export {
    application,
    json,
    query,
    Route,
    Router,
    raw,
    request,
    response,
    staticFiles as static,
    text,
    urlencoded,
  };
}

Object.assign(express, {
  ...{ application, request, response, Route, Router },
  ...{ json, raw, static: staticFiles, text, urlencoded },
  ...(DEFAULT_VERSION === 4 ? { query } : {}),
});
// For code that reads `require('express').default`. Not enumerable, because Express lacks it.
Object.defineProperty(express, 'default', { value: express });

export type * from './express-types.ts';
export type {
  Application,
  Application as Express,
  ErrorRequestHandler,
  ExpressOptions,
  NextFunction,
  Request,
  RequestHandler,
  Response,
  RouterOptions,
};
export {
  application,
  express as default,
  express as 'module.exports',
  json,
  Route,
  Router,
  raw,
  request,
  response,
  staticFiles as static,
  text,
  urlencoded,
};
