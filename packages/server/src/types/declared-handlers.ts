/** @module The types of handlers and hooks that are declared outside their registration. */

import type { Request, RequestHandler, Response, ResponseByStatus, ValidatedRequest } from './application.ts';
import type { HandlesError, NextFunction } from './handlers.ts';
import type { RouteSchema } from './route-options.ts';
import type { ContentsOf, PartOf, ReturnedBy } from './schemas.ts';
import type { OnSendHookOf, RequestHookOf } from './scoping.ts';
import type { Anything, LocalsRecord, ParamsDictionary, ParamsOf, ParsedQuery, Path } from './values.ts';

/** Responds to an error. It must declare four parameters. The error is `any`, as in Express's types. */
export type ErrorRequestHandler<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> = HandlesError<Anything, Request<P, ResBody, ReqBody, ReqQuery, Locals>, Response<ResBody, Locals>>;

/** A {@link RequestHandler} of a route, by the params that its pattern captures. */
export type Handler<P = ParamsDictionary> = RequestHandler<P>;

/** An {@link ErrorRequestHandler} whose error is `unknown`. A handler may still declare the type it expects. */
export type ErrorHandler<P = ParamsDictionary> = HandlesError<unknown, Request<P>, Response>;

/**
 * The request of a route with schemas, for functions declared outside its registration: `SchemaRequest<typeof schema>`. A part
 * with a schema is its output, a part without one is as in {@link Request}, with the params of the path.
 */
export type SchemaRequest<Schema extends RouteSchema, P extends Path = Path> = ValidatedRequest<
  Path extends P ? ParamsDictionary : ParamsOf<P>,
  PartOf<Schema, 'params'>,
  PartOf<Schema, 'query'>,
  PartOf<Schema, 'headers'>,
  PartOf<Schema, 'body'>
>;

/**
 * The response of a route with schemas. Its content is the input of the schema for the status that `res.status` sets, 200 by
 * default, and anything when the status has no schema.
 */
export type SchemaResponse<Schema extends RouteSchema, Status extends number = 200> = ResponseByStatus<
  ContentsOf<PartOf<Schema, 'response'>>,
  Status
>;

/**
 * A handler of a route with schemas, to declare it outside its registration: `SchemaHandler<typeof schema, '/users/:id'>`. It
 * returns the input of one of the response schemas, a response, or nothing.
 */
export type SchemaHandler<Schema extends RouteSchema, P extends Path = Path> = (
  req: SchemaRequest<Schema, P>,
  res: SchemaResponse<Schema>,
  next: NextFunction,
) => ReturnedBy<Schema>;

/**
 * A hook before the handlers. With fewer than three parameters, the request continues when it returns or its
 * promise resolves, unless it has responded.
 */
export type RequestHook = RequestHookOf<Request, Response>;

/** A hook for the payload of `json`, `send` and the like: `undefined` keeps it, `null` removes it. */
export type OnSendHook = OnSendHookOf<Request, Response>;
