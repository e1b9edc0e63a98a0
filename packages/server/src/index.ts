export type { CookieOptions } from '@nextpress/core';
export type { Application, ApplicationMethod } from './application.ts';
export { createServer } from './create-server.ts';
export type {
  ErrorHandler,
  ErrorRequestHandler,
  Handler,
  HandlerArgument,
  HandlerList,
  NextFunction,
  ParamCallback,
  RequestHandler,
} from './handler.ts';
export type { Path } from './internal/path/path-matcher.ts';
export type { Layer, LayerMatch } from './internal/registration/layer.ts';
export { METHODS } from './internal/registration/methods.ts';
export type {
  Anything,
  LocalsRecord,
  ParamsDictionary,
  ParsedQuery,
  Request,
  Response,
} from './messages.ts';
export type { NodeServerOptions, ServerOptions } from './options.ts';
export type { Outline, OutlineEntry } from './outline.ts';
export type { RegisterMethod, RegisterMiddleware } from './registration.ts';
export type { RouteMethod } from './route.ts';
export { Route } from './route.ts';
export type { RouterOptions } from './router.ts';
export { Router } from './router.ts';
