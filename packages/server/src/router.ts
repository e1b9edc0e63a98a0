import { createRouterFunction, routerPrototype } from './internal/application/router-function.ts';
import { serverDialect } from './internal/application/server-dialect.ts';
import type { Dialect } from './internal/dialect.ts';
import { LayeredRoute } from './internal/registration/layered-route.ts';
import type { Router as RouterType, Route as RouteType } from './types/application.ts';
import type { ParamsDictionary, Path, RouterOptions } from './types/values.ts';

export type Route<P = ParamsDictionary> = RouteType<P>;

/** Creates a route that belongs to no router: `dispatch` runs it. */
export const Route: new (path: Path) => Route = LayeredRoute as unknown as new (path: Path) => Route;

/** Its own type, because declaration files name it by this module. */
export interface Router extends RouterType {}

/** The type of {@link Router} itself. */
export interface RouterConstructor {
  new (options?: RouterOptions | null): Router;
  (options?: RouterOptions | null): Router;
  readonly prototype: object;
  /** The class of the routes that `router.route` returns. */
  readonly Route: typeof Route;
}

/**
 * Creates a router, with or without `new`.
 *
 * @example
 * ```ts
 * import { createServer, Router } from '@nextpress/server';
 *
 * const pets = Router({ mergeParams: true });
 * pets.param('name', (req, _res, next, name) => next(name === 'rex' ? undefined : new Error(`no pet ${name}`)));
 * pets.get('/:name', (req, res) => res.json(req.params));
 *
 * const app = createServer();
 * app.use('/people/:person/pets', pets);
 * ```
 */
export const Router: RouterConstructor = routerConstructor(serverDialect);

/** Creates the `Router` of a dialect. */
export function routerConstructor(dialect: Dialect): RouterConstructor {
  function Router(this: unknown, options?: RouterOptions | null): Router {
    // An instance of a subclass, created by `super()` or `Router.call(this)`, becomes the router's prototype.
    const prototype =
      this instanceof (Router as unknown as RouterConstructor) ? (this as object) : routerPrototype;
    return createRouterFunction(options, dialect, prototype);
  }
  return Object.assign(Router as unknown as RouterConstructor, { prototype: routerPrototype, Route });
}
