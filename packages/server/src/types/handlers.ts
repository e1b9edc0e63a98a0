/** @module Which functions register as handlers, and what gives inline functions their types. They refer to no other public type. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Anything } from './values.ts';

/** Continues with the next layer: see `Next` of `@nextpress/middleware`. The error is `any`, as in Express's types. */
export type NextFunction = (error?: Anything) => void;

/** Responds to an error. */
export type HandlesError<Thrown, Req, Res> = {
  // A method, because TypeScript compares the parameters of methods in both directions.
  handle(error: Thrown, req: Req, res: Res, next: NextFunction): unknown;
}['handle'];

/** The type `ParamCallback`, by the types of messages. */
export type ParamCallbackOf<Req, Res> = (
  req: Req,
  res: Res,
  next: NextFunction,
  value: Anything,
  name: string,
) => unknown;

/** The signature of error handlers, for functions of four parameters. */
export type ErrorCall<Req, Res> = (error: Anything, req: Req, res: Res, next: NextFunction) => unknown;

/** Accepts error handlers with types of their own. The generic signature keeps it from giving types to inline functions. */
export interface TypedErrorHandler<Req, Res> extends ErrorCall<Req, Res> {
  <_>(...args: Parameters<ErrorCall<Req, Res>>): unknown;
}

/**
 * Gives inline functions of four parameters their types. The second signature makes TypeScript ignore it for functions with
 * fewer parameters, and no function is assignable to it: {@link TypedErrorHandler} and {@link Middleware} accept them.
 */
export interface InlineErrorHandler<Req, Res> extends ErrorCall<Req, Res> {
  <_>(req: IncomingMessage, res: ServerResponse, next: NextFunction): unknown;
}

/**
 * Functions with types of their own, on the messages of `node:http` or on any that extend them. The second signatures keep
 * TypeScript from giving these types to inline functions.
 */
export interface Middleware {
  handle(req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handle<_>(req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handleError(error: Anything, req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handleError<_>(error: Anything, req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
}

/**
 * What registers as a handler. Error handlers of a route with schemas get a request as it was before validation, because the error
 * may come from it.
 */
export type SchemaHandlerArgument<ErrorReq, Req, Res> =
  | ((req: Req, res: Res, next: NextFunction) => unknown)
  | InlineErrorHandler<ErrorReq, Res>
  | TypedErrorHandler<ErrorReq, Res>
  | Middleware['handle']
  | Middleware['handleError']
  | readonly SchemaHandlerArgument<ErrorReq, Req, Res>[];
