/** @module Express's function and members: `@nextpress/express` under a name of the umbrella. */
export type {
  Application,
  ErrorRequestHandler,
  Express,
  NextFunction,
  Request,
  RequestHandler,
  Response,
  RouterOptions,
} from '@nextpress/express';
export {
  application,
  default,
  default as 'module.exports',
  json,
  Route,
  Router,
  raw,
  request,
  response,
  static,
  text,
  urlencoded,
} from '@nextpress/express';
