import type { PathParams } from '@nextpress/router';
import type { HandlerArgument, HandlerList, ParamCallback } from './handler.ts';
import type { Path } from './internal/path/path-matcher.ts';
import type { MethodName } from './internal/registration/methods.ts';
import type { Anything, LocalsRecord, ParamsDictionary, ParsedQuery } from './messages.ts';
import type { Route } from './route.ts';

/** What a path captures: by the names in a pattern, or the groups of a regular expression. */
export type ParamsOf<P extends Path> = P extends string
  ? PathParams<P>
  : P extends RegExp
    ? Record<string, string>
    : ParamsDictionary;

/**
 * Registers handlers of one method for a path, and returns what it is called on. Of a list of paths the first that matches
 * counts; a regular expression captures by its groups' names, or by their numbers from 0.
 *
 * The params of an inline handler come from the path, whatever other handlers declare. The second signature is for types
 * that are given: `app.post<Params, ResBody, ReqBody>(path, …)`, as with Express's types. The third is for a union of
 * applications and routers: TypeScript does not call generic members of unions.
 *
 * @throws TypeError when the path is none, or there is no function among the handlers
 */
export interface RegisterMethod<This> {
  <const P extends Path>(path: P, ...handlers: HandlerList<ParamsOf<P>>): This;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    path: Path,
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  (path: Path, ...handlers: HandlerList): This;
}

/** Registers middleware, and returns what it is called on: see {@link Registration.use}. */
export interface RegisterMiddleware<This> {
  <const P extends Path>(prefix: P, ...handlers: HandlerList<ParamsOf<P>>): This;
  (...handlers: HandlerList): This;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    prefix: Path,
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  (prefix: Path, ...handlers: HandlerList): This;
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
  route<const P extends Path>(path: P): Route<ParamsOf<P>>;

  /**
   * Registers a callback for a param that a route's path or a prefix captures: it runs before the handlers, once for each request
   * and value.
   *
   * @throws TypeError when the name is no string, or the callback no function
   */
  param(name: string, callback: ParamCallback): This;
}
