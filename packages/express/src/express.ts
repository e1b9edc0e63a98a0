/** @module Express's shape: the function, its members and its defaults. */

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
import { createExpressApplication, prototypes, Router } from '@nextpress/server/express';
import { json, raw, staticFiles, text, urlencoded } from './internal/express-middleware.ts';

/**
 * Makes an application as Express does, with Express's defaults. `require('@nextpress/express')` returns this function.
 *
 * @example
 * ```ts
 * import express from '@nextpress/express';
 *
 * const app = express();
 * app.use(express.json());
 * app.get('/hello', (req, res) => res.send(`Hello, ${req.get('Host')}`));
 * app.get('x-powered-by'); // => true
 * ```
 */
function express(): Application {
  return createExpressApplication();
}

const application: Application = prototypes.application as Application;
const request: Request = prototypes.request as Request;
const response: Response = prototypes.response as Response;

/** The members of the function, and Express's types under the names that they have there. */
declare namespace express {
  export type {
    Application,
    Application as Express,
    ErrorRequestHandler,
    NextFunction,
    Request,
    RequestHandler,
    Response,
    RouterOptions,
  };
  export {
    application,
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
}

Object.assign(express, {
  ...{ application, request, response, Route, Router },
  ...{ json, raw, static: staticFiles, text, urlencoded },
});
// For code that reads `require('express').default`; not one of Express's members, so not enumerable.
Object.defineProperty(express, 'default', { value: express });

export type {
  Application,
  Application as Express,
  ErrorRequestHandler,
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
