import type { Next } from '@nextpress/middleware';
import type { Application } from './application.ts';
import type { Anything, LocalsRecord, ParamsDictionary, ParsedQuery, Request, Response } from './messages.ts';
import type { Router } from './router.ts';

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

/** Handlers of both kinds, and lists of them, in order. */
export type HandlerList<P = ParamsDictionary> = readonly (Handler<P> | ErrorHandler<P> | HandlerList<P>)[];

/** What `app.use` takes: handlers of both kinds, applications, routers, and lists of them. */
export type MiddlewareList = readonly (Handler | ErrorHandler | Application | Router | MiddlewareList)[];

/**
 * A handler whose types are those of another framework's requests, such as one made for `@types/express`, or a list of them. By
 * its type alone it can't be told from any other function.
 */
export type TypedElsewhere = CallableFunction | readonly TypedElsewhere[];

/** Prepares a request for what a param's value names: loads a user, refuses a bad id. `next` goes on, or fails. */
export type ParamCallback = (
  req: Request,
  res: Response,
  next: NextFunction,
  value: Anything,
  name: string,
) => unknown;
