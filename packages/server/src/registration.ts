import type { PathParams } from '@nextpress/router';
import type {
  Handler,
  HandlerList,
  MiddlewareList,
  ParamCallback,
  RequestHandler,
  TypedElsewhere,
} from './handler.ts';
import type { Path } from './internal/path/path-matcher.ts';
import type { MethodName } from './internal/registration/methods.ts';
import type { Anything, LocalsRecord, ParamsDictionary, ParsedQuery } from './messages.ts';
import type { Route, RouteOf } from './route.ts';

/**
 * Registers handlers of one method for a path, and returns what it is called on. Of a list of paths the first that matches
 * counts; a regular expression captures by its groups' names, or by their numbers from 0.
 *
 * @throws TypeError when the path is none, or there is no function among the handlers
 */
export interface RegisterMethod<This> {
  <
    Pattern extends string,
    P = PathParams<Pattern>,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    path: Pattern,
    ...handlers: readonly RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  <Pattern extends string, P = PathParams<Pattern>>(path: Pattern, ...handlers: HandlerList<P>): This;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    path: Path,
    ...handlers: readonly RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  (path: Path, ...handlers: HandlerList): This;
  <Pattern extends string>(
    path: Pattern,
    ...handlers: readonly (Handler<PathParams<Pattern>> | TypedElsewhere)[]
  ): This;
  (path: Path, ...handlers: readonly (Handler | TypedElsewhere)[]): This;
}

/** Registers middleware, and returns what it is called on: see {@link Registration.use}. */
export interface RegisterMiddleware<This> {
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: readonly RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  (...handlers: MiddlewareList): This;
  <Prefix extends string>(prefix: Prefix, ...handlers: readonly Handler<PathParams<Prefix>>[]): This;
  (prefix: Path, ...handlers: MiddlewareList): This;
  (...handlers: readonly (Handler | TypedElsewhere)[]): This;
  (prefix: Path, ...handlers: readonly (Handler | TypedElsewhere)[]): This;
}

/** What an application and a router register alike. */
export interface Registration<This> extends Record<Exclude<MethodName, 'get'>, RegisterMethod<This>> {
  /** Registers handlers of every method for a path. */
  readonly all: RegisterMethod<This>;

  /**
   * Registers middleware, error handlers (four parameters), routers or applications, for every path or for those under a
   * prefix. Inside, `req.url` is what follows the prefix and `req.baseUrl` the prefix.
   *
   * @throws TypeError when there is no function among the arguments, or one of them is none.
   */
  readonly use: RegisterMiddleware<This>;

  /** One path, to register the handlers of several methods on. */
  route<Pattern extends string>(path: Pattern): RouteOf<Pattern>;
  route(path: Path): Route;

  /**
   * Registers a callback for a param that a route's path or a prefix captures: it runs before the handlers, once for each request
   * and value.
   *
   * @throws TypeError when the name is no string, or the callback no function
   */
  param(name: string, callback: ParamCallback): This;
}
