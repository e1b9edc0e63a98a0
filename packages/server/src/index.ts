export type { CookieOptions } from '@nextpress/core';
export { createServer } from './create-server.ts';
export type { Path } from './internal/path/path-matcher.ts';
export { METHODS } from './internal/registration/methods.ts';
export type { NodeServerOptions, ServerOptions } from './options.ts';
export type { Outline, OutlineEntry } from './outline.ts';
export { Route } from './route.ts';
export { Router } from './router.ts';
export type {
  Application,
  ApplicationMethod,
  ErrorHandler,
  ErrorRequestHandler,
  Handler,
  HandlerArgument,
  HandlerList,
  Layer,
  NextFunction,
  ParamCallback,
  RegisterMethod,
  RegisterMiddleware,
  Request,
  RequestHandler,
  Response,
  RouteMethod,
} from './types.ts';
export type {
  Anything,
  LayerMatch,
  LocalsRecord,
  ParamsDictionary,
  ParsedQuery,
  RouterOptions,
} from './value-types.ts';
