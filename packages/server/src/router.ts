import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction } from './handler.ts';
import { createRouterFunction, routerPrototype } from './internal/application/router-function.ts';
import type { ExpressVersion } from './internal/application/settings-store.ts';
import type { Layer } from './internal/registration/layer.ts';
import type { ListedRoute } from './internal/registration/list-routes.ts';
import type { RegisterMethod, Registration } from './registration.ts';
import { Route } from './route.ts';

/** Options of `Router`. */
export interface RouterOptions {
  /**
   * Whether `/Users` and `/users` are different paths.
   * @defaultValue false
   */
  readonly caseSensitive?: boolean | undefined;
  /**
   * Whether `/users/` and `/users` are different paths.
   * @defaultValue false
   */
  readonly strict?: boolean | undefined;
  /**
   * Whether `req.params` holds what the prefixes around the router have captured too; its own params win.
   * @defaultValue false
   */
  readonly mergeParams?: boolean | undefined;
}

/**
 * Routes and middleware to mount in an application, in another router, in Express or in a listener of `node:http`. Where the
 * messages are not an application's, they stay as they are: the helpers are those that they have.
 */
export interface Router extends Registration<Router> {
  (req: IncomingMessage, res: ServerResponse, next: NextFunction): void;
  /** The router itself, as a method. */
  handle(req: IncomingMessage, res: ServerResponse, next: NextFunction): void;
  /** Registers handlers of `GET` for a path. */
  readonly get: RegisterMethod<Router>;
  /** The layers in order. Changes to the list and to its layers count from the next request on. */
  stack: Layer[];
  /** The paths of the router's routes and of the routers mounted in it, in order. */
  listRoutes(): ListedRoute[];
}

/** What {@link Router} is. */
export interface RouterConstructor {
  new (options?: RouterOptions | null): Router;
  (options?: RouterOptions | null): Router;
  readonly prototype: object;
  /** What `router.route` makes. */
  readonly Route: typeof Route;
}

/**
 * Makes a router, with or without `new`.
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
export const Router: RouterConstructor = routerConstructor(undefined);

/** The `Router` of a version of Express; of `undefined` that of `createServer()`. */
export function routerConstructor(expressVersion: ExpressVersion | undefined): RouterConstructor {
  return Object.assign(
    function Router(options?: RouterOptions | null): Router {
      return createRouterFunction(options, expressVersion, routerPrototype);
    } as unknown as RouterConstructor,
    { prototype: routerPrototype, Route },
  );
}
