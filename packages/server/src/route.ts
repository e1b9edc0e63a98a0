import type { HandlerArgument, HandlerList, NextFunction } from './handler.ts';
import type { Path } from './internal/path/path-matcher.ts';
import type { Layer } from './internal/registration/layer.ts';
import { LayeredRoute } from './internal/registration/layered-route.ts';
import type { MethodName } from './internal/registration/methods.ts';
import type { Anything, LocalsRecord, ParamsDictionary, ParsedQuery, Request, Response } from './messages.ts';

/** Registers handlers of one method on a route; returns the route. */
export interface RouteMethod<P> {
  (...handlers: HandlerList<P>): Route<P>;
  <
    Params = P,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: readonly HandlerArgument<Params, ResBody, ReqBody, ReqQuery, Locals>[]
  ): Route<P>;
}

/** One path with the handlers of its methods, made by `app.route(path)`. */
export interface Route<P = ParamsDictionary> extends Record<MethodName, RouteMethod<P>> {
  /** The path as it was registered. */
  readonly path: Path;
  /** The handlers in the order of their registration. Changes count from the next request on. */
  stack: Layer[];
  /** The methods that have handlers: `{ get: true }`; `_all` for those of every method. */
  readonly methods: Readonly<Record<string, true>>;
  /** Registers handlers of every method. */
  readonly all: RouteMethod<P>;
  /** Runs the handlers for the request's method, whatever its path. */
  dispatch(req: Request, res: Response, done: NextFunction): void;
}

/** Makes a route that belongs to no router: `dispatch` runs it. */
export const Route: new (path: Path) => Route = LayeredRoute as unknown as new (path: Path) => Route;
