import type { Next } from '@nextpress/middleware';
import type { Params } from '@nextpress/router';
import type { Application } from './application.ts';
import type { Request, Response } from './messages.ts';

/** Passes the request on: see `Next` of `@nextpress/middleware`. */
export type NextFunction = Next;

/** Answers a request, or passes it on with `next()`. A promise it returns is watched for its rejection. */
export type Handler<P = Params> = (req: Request<P>, res: Response, next: NextFunction) => unknown;

/**
 * Answers an error. Known by its four declared parameters, as in Express. What is thrown may be anything; a handler
 * may all the same declare the type of error it expects.
 */
export type ErrorHandler<P = Params> = {
  // A method, whose parameters TypeScript compares both ways.
  handle(error: unknown, req: Request<P>, res: Response, next: NextFunction): unknown;
}['handle'];

/** Handlers of both kinds, and lists of them, in order. */
export type HandlerList<P = Params> = readonly (Handler<P> | ErrorHandler<P> | HandlerList<P>)[];

/** What `app.use` takes: handlers of both kinds, applications, and lists of them. */
export type MiddlewareList = readonly (Handler | ErrorHandler | Application | MiddlewareList)[];
