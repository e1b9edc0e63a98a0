/** @module Registration: turns calls of `use`, `get` and the like into the layers of a stack. */

import { flattenLayers } from '@nextpress/middleware';
import { printValue } from '@nextpress/semantics/options';
import { isThenable } from '@nextpress/semantics/thenable';
import { ROUTES } from '@nextpress-internal/internals/keys';
import type {
  ChainFunction,
  HandlerList,
  Layer,
  ListedRoute,
  ParamCallback,
  Router,
} from '../../types/application.ts';
import type { Path } from '../../types/values.ts';
import { joinPaths, withPrefix } from '../path/join-paths.ts';
import { define } from './define.ts';
import { LayeredRoute } from './layered-route.ts';
import { middlewareLayer } from './make-layer.ts';
import { METHOD_NAMES } from './methods.ts';
import { REGISTRAR, type Registrar, registryOf } from './registry.ts';
import type { RouteHooks } from './route-hooks.ts';
import { routeLayer } from './route-layer.ts';
import { readTable, tableOf } from './route-table.ts';

/** A router or a scope, as its methods see it. */
interface RegistrationHost {
  readonly [REGISTRAR]: Registrar;
  readonly stack: Layer[];
  route(path: Path): LayeredRoute & Record<string, (...handlers: HandlerList) => LayeredRoute>;
}

const REGISTRATION = {
  route(this: RegistrationHost, path: Path): LayeredRoute {
    const { [REGISTRAR]: registrar } = this;
    const route = new LayeredRoute(routePath(registrar, path), registrar.routeHooks, registrar.rules.dialect);
    registrar.append(routeLayer(route, registrar.rules));
    return route;
  },
  use(this: RegistrationHost, ...args: unknown[]): RegistrationHost {
    const { [REGISTRAR]: registrar } = this;
    const { path, hasPath, handles } = readUse(args);
    for (const handle of handles) {
      const prefix = withPrefix(registrar.prefix, registrar.rules.dialect.toPrefix(path));
      const layer = middlewareLayer(prefix, handle, registrar.rules);
      mountRoutes(registrar.routeHooks, layer.rawPath, handle);
      registrar.append(layer, hasPath);
    }
    return this;
  },
  param(this: RegistrationHost, name: string, callback: ParamCallback): RegistrationHost {
    checkParam(name, callback);
    this[REGISTRAR].addParam(name, callback);
    return this;
  },
  /** The routes and the mounted routers in order, without middleware and applications, as in Express 5.3. */
  listRoutes(this: RegistrationHost): ListedRoute[] {
    return this[REGISTRAR].layers.flatMap(({ route, handle, rawPath }: Layer) => {
      const router = route === undefined && 'stack' in handle ? (handle as unknown as Router) : undefined;
      if (route === undefined && router === undefined) return [];
      const paths = ([rawPath] as unknown[]).flat() as (string | RegExp)[];
      const queried = route as unknown as { _methods(includesAll: true): string[] } | undefined;
      return paths.map((path) => ({ path, methods: queried?._methods(true), router }));
    });
  },
};

/** Defines the registration methods of routers and scopes. They call each other through `this`, because instrumentation replaces them. */
export function defineRegistration(prototype: object): void {
  for (const method of [...METHOD_NAMES, 'all']) {
    define(prototype, method, function (this: RegistrationHost, path: Path, ...handlers: HandlerList) {
      this.route(path)[method]?.(...handlers);
      return this;
    });
  }
  for (const [name, method] of Object.entries(REGISTRATION)) define(prototype, name, method);
  define(prototype, ROUTES, function (this: RegistrationHost) {
    return tableOf(registryOf(this) ?? this[REGISTRAR]);
  });
}

/** Reads the arguments of `use`. As in Express, the first is a path unless it is a function or a list that starts with one. */
export function readUse(args: readonly unknown[]): {
  path: Path;
  hasPath: boolean;
  handles: ChainFunction[];
} {
  const [first, ...rest] = args;
  let head: unknown = first;
  while (Array.isArray(head) && head.length > 0) head = head[0];
  const hasPath = typeof head !== 'function' && args.length > 0;
  const path = hasPath ? (first as Path) : '/';
  const handles = flattenLayers(
    (hasPath ? rest : args) as HandlerList as readonly ChainFunction[],
    `use('${String(path)}')`,
  );
  if (handles.length === 0) {
    const got = args.length === 0 || typeof first === 'string' ? 'none' : printValue(first);
    const advice = isThenable(first) ? '. Write use(await …), or register a plugin: register(…)' : '';
    throw new TypeError(
      `Missing handler in use(): argument handler is required: expected use(function) or use(prefix, function), got ${got}${advice}`,
    );
  }
  return { path, hasPath, handles };
}

/**
 * Reports the routes of a router, existing and later ones, to the outer `onRoute` hooks. Other functions are
 * ignored, and mounted applications have their own hooks.
 *
 * @throws Error if an application would not check the schema of a route
 */
function mountRoutes(outer: RouteHooks, prefix: Path, handle: ChainFunction): void {
  const inner = registryOf(handle);
  if (inner === undefined) return;
  const rows = inner.routeHooks.isApplication ? [] : readTable(inner);
  for (const { mounts, registrations, ...row } of rows) {
    if (mounts.some(({ kind }) => kind === 'application')) continue;
    for (const entry of registrations) outer.announce(entry, joinPaths(prefix, row.prefix));
  }
  inner.routeHooks.mountIn(outer, prefix);
}

/** With strict routing, `/` in a scope is the prefix with and without a slash, as in Fastify. */
function routePath({ prefix, rules: { strict, dialect } }: Registrar, path: Path): Path {
  if (prefix === '') return path;
  if (strict && path === '/') return [prefix, `${prefix}/`];
  return withPrefix(prefix, dialect.flattenPath(path));
}

/** The messages contain Express's, which people and tests search for. */
function checkParam(name: unknown, callback: unknown): void {
  if (typeof name !== 'string' || name === '') {
    const problem = name ? 'must be a string' : 'is required';
    throw new TypeError(
      `Invalid name in param(): argument name ${problem}: expected a name such as 'id', got ${name === '' ? "''" : typeof name}`,
    );
  }
  if (typeof callback !== 'function') {
    const problem = callback ? 'must be a function' : 'is required';
    throw new TypeError(
      `Invalid callback in param('${name}'): argument fn ${problem}: expected (req, res, next, value, name), got ${typeof callback}`,
    );
  }
}
