/** @module Registration: turns calls of `use`, `get` and the like into the layers of a stack. */

import { flattenLayers } from '@nextpress/middleware';
import { printValue } from '@nextpress/semantics/options';
import { isThenable } from '@nextpress/semantics/thenable';
import { ROUTES } from '@nextpress-internal/internals/keys';
import type {
  HandlerList,
  Layer,
  ListedRoute,
  ParamCallback,
  Router,
  ServerLayer,
} from '../../types/application.ts';
import type { Path } from '../../types/values.ts';
import { joinPaths, withPrefix } from '../path/join-paths.ts';
import { define } from './define.ts';
import { LayeredRoute } from './layered-route.ts';
import { middlewareLayer } from './make-layer.ts';
import { METHOD_NAMES } from './methods.ts';
import { type RegistrationSlot, registryOf, SLOT } from './registry.ts';
import { routeLayer } from './route-layer.ts';
import type { RoutePlace } from './route-place.ts';
import { readTable, tableOf } from './route-table.ts';

/** A router or a scope, as its methods see it. */
interface Registrar {
  readonly [SLOT]: RegistrationSlot;
  readonly stack: Layer[];
  route(path: Path): LayeredRoute & Record<string, (...handlers: HandlerList) => LayeredRoute>;
}

const REGISTRATION = {
  route(this: Registrar, path: Path): LayeredRoute {
    const { [SLOT]: slot } = this;
    const route = new LayeredRoute(routePath(slot, path), slot.place, slot.rules.dialect);
    slot.append(routeLayer(route, slot.rules));
    return route;
  },
  use(this: Registrar, ...args: unknown[]): Registrar {
    const { [SLOT]: slot } = this;
    const { path, hasPath, handles } = readUse(args);
    for (const handle of handles) {
      const prefix = withPrefix(slot.prefix, slot.rules.dialect.toPrefix(path));
      const layer = middlewareLayer(prefix, handle, slot.rules);
      mountRoutes(slot.place, layer.rawPath, handle);
      slot.append(layer, hasPath);
    }
    return this;
  },
  param(this: Registrar, name: string, callback: ParamCallback): Registrar {
    checkParam(name, callback);
    this[SLOT].addParam(name, callback);
    return this;
  },
  /** The routes and the mounted routers in order, without middleware and applications, as in Express 5.3. */
  listRoutes(this: Registrar): ListedRoute[] {
    return this[SLOT].layers.flatMap(({ route, handle, rawPath }: Layer) => {
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
    define(prototype, method, function (this: Registrar, path: Path, ...handlers: HandlerList) {
      this.route(path)[method]?.(...handlers);
      return this;
    });
  }
  for (const [name, method] of Object.entries(REGISTRATION)) define(prototype, name, method);
  define(prototype, ROUTES, function (this: Registrar) {
    return tableOf(registryOf(this) ?? this[SLOT]);
  });
}

/** Reads the arguments of `use`. As in Express, the first is a path unless it is a function or a list that starts with one. */
export function readUse(args: readonly unknown[]): {
  path: Path;
  hasPath: boolean;
  handles: ServerLayer[];
} {
  const [first, ...rest] = args;
  let head: unknown = first;
  while (Array.isArray(head) && head.length > 0) head = head[0];
  const hasPath = typeof head !== 'function' && args.length > 0;
  const path = hasPath ? (first as Path) : '/';
  const handles = flattenLayers(
    (hasPath ? rest : args) as HandlerList as readonly ServerLayer[],
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
 * Shows the `onRoute` hooks of a place the routes of a router, existing and later ones. Other functions have no effect, and mounted
 * applications have hooks of their own.
 *
 * @throws Error when an application would not check the schema of a route
 */
function mountRoutes(outer: RoutePlace, prefix: Path, handle: ServerLayer): void {
  const inner = registryOf(handle);
  if (inner === undefined) return;
  const rows = inner.place.isApplication ? [] : readTable(inner);
  for (const { mounts, registrations, ...row } of rows) {
    if (mounts.some(({ kind }) => kind === 'application')) continue;
    for (const entry of registrations) outer.announce(entry, joinPaths(prefix, row.prefix));
  }
  inner.place.putInside(outer, prefix);
}

/** With strict routing, `/` in a scope is the prefix with and without a slash, as in a router that is mounted there. */
function routePath({ prefix, rules: { strict, dialect } }: RegistrationSlot, path: Path): Path {
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
