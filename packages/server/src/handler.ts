import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Next } from '@nextpress/middleware';
import type { Anything, LocalsRecord, ParamsDictionary, ParsedQuery, Request, Response } from './messages.ts';

/** Passes the request on: see `Next` of `@nextpress/middleware`. */
export type NextFunction = Next;

/** Answers a request, or passes it on with `next()`. A promise it returns is watched for its rejection. */
export type RequestHandler<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> = (
  req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
  res: Response<ResBody, Locals>,
  next: NextFunction,
) => unknown;

/** Known by its four declared parameters. */
type HandlesError<Thrown, P, ResBody, ReqBody, ReqQuery, Locals extends LocalsRecord> = {
  // A method, whose parameters TypeScript compares both ways.
  handle(
    error: Thrown,
    req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
    res: Response<ResBody, Locals>,
    next: NextFunction,
  ): unknown;
}['handle'];

/**
 * Answers an error. Known by its four declared parameters, as in Express. What is thrown may be anything, and nothing is asked
 * of who reads it, as in Express's types; {@link ErrorHandler} asks.
 */
export type ErrorRequestHandler<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> = HandlesError<Anything, P, ResBody, ReqBody, ReqQuery, Locals>;

/** A {@link RequestHandler} of a route, by what its pattern captures. */
export type Handler<P = ParamsDictionary> = RequestHandler<P>;

/**
 * Answers an error of a route, by what its pattern captures. What is thrown may be anything, so it has to look; a handler may
 * all the same declare the type of error it expects.
 */
export type ErrorHandler<P = ParamsDictionary> = HandlesError<
  unknown,
  P,
  Anything,
  Anything,
  ParsedQuery,
  LocalsRecord
>;

/**
 * What registers as a handler: a function that takes a request or an error, an application, a router, and lists of them.
 *
 * An inline function gets its types from {@link RequestHandler}, or with four parameters from {@link InlineErrorHandler}. A
 * function that declares its own types only has to take messages of `node:http`, so middleware for Express's types fits.
 */
export type HandlerArgument<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> =
  | RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>
  | InlineErrorHandler<P, ResBody, ReqBody, ReqQuery, Locals>
  | TypedErrorHandler<P, ResBody, ReqBody, ReqQuery, Locals>
  | Middleware['handle']
  | Middleware['handleError']
  | readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals>[];

/** The arguments of a registration, in order. */
export type HandlerList<P = ParamsDictionary> = readonly HandlerArgument<P>[];

/**
 * Gives inline functions of four parameters their types. With fewer parameters both signatures apply, and TypeScript uses
 * neither. No function is assignable to it: {@link TypedErrorHandler} and {@link Middleware} take error handlers.
 */
interface InlineErrorHandler<P, ResBody, ReqBody, ReqQuery, Locals extends LocalsRecord> {
  (
    error: Anything,
    req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
    res: Response<ResBody, Locals>,
    next: NextFunction,
  ): unknown;
  <_>(req: IncomingMessage, res: ServerResponse, next: NextFunction): unknown;
}

/** Error handlers that declare their types. Its second signature keeps it from giving types to inline functions. */
interface TypedErrorHandler<P, ResBody, ReqBody, ReqQuery, Locals extends LocalsRecord> {
  (
    error: Anything,
    req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
    res: Response<ResBody, Locals>,
    next: NextFunction,
  ): unknown;
  <_>(
    error: Anything,
    req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
    res: Response<ResBody, Locals>,
    next: NextFunction,
  ): unknown;
}

/**
 * Functions on the messages of `node:http` or on any that extend them: TypeScript compares the parameters of methods both
 * ways. The second signatures are as above.
 */
interface Middleware {
  handle(req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handle<_>(req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handleError(error: Anything, req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handleError<_>(error: Anything, req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
}

/** Prepares a request for what a param's value names: loads a user, refuses a bad id. `next` goes on, or fails. */
export type ParamCallback = (
  req: Request,
  res: Response,
  next: NextFunction,
  value: Anything,
  name: string,
) => unknown;
