/** @module Routers that are mounted in applications, scopes and other routers, as the `onRoute` hooks see them. */

import type { RouteList } from '../../route-options.ts';
import type { ServerLayer } from '../../types.ts';
import { joinPaths } from '../path/join-paths.ts';
import type { Path } from '../path/path-matcher.ts';
import { type Registry, registryOf } from './registry.ts';
import type { RouteEntry } from './route-entry.ts';
import { isRouteLayer } from './route-layer.ts';
import type { RoutePlace } from './route-place.ts';

/**
 * Puts the routes of a router, existing and later ones, inside a place. Other functions have no effect, and mounted applications
 * have hooks of their own.
 *
 * @throws Error when an application would not check the schema of a route
 */
export function mountRoutes(outer: RoutePlace, prefix: Path, handle: ServerLayer): void {
  const inner = routerRegistry(handle);
  if (inner === undefined) return;
  for (const { entry, path } of registeredIn(inner, prefix, [])) outer.announce(entry, path);
  inner.place.putInside(outer, prefix);
}

/** The key of the method that returns a {@link RouteList}. Cold: only tools call it. */
export const ROUTES: unique symbol = Symbol.for('nextpress.routes') as never;

/** Lists the registrations of an application or a router, those in mounted routers included. */
export function readRoutes(registry: Registry): RouteList {
  return registeredIn(registry, '', []).map(({ entry, path }) => ({
    methods: entry.methods,
    path: joinPaths(path, entry.path),
    options: entry.options,
    registeredAt: entry.registeredAt,
    validation: entry.validation,
  }));
}

/** A registration in a mounted router. */
interface MountedEntry {
  readonly entry: RouteEntry;
  /** The prefixes up to the router of the registration. */
  readonly path: Path;
}

function registeredIn(registry: Registry, path: Path, outside: readonly Registry[]): MountedEntry[] {
  // Routers may be mounted in each other.
  if (outside.includes(registry)) return [];
  return registry.layers.flatMap((layer) => {
    if (isRouteLayer(layer)) return [...layer.route.entries()].map((entry) => ({ entry, path }));
    const inner = routerRegistry(layer.handle);
    return inner === undefined
      ? []
      : registeredIn(inner, joinPaths(path, layer.rawPath), [...outside, registry]);
  });
}

function routerRegistry(handle: ServerLayer): Registry | undefined {
  const registry = registryOf(handle);
  return registry?.place.isApplication ? undefined : registry;
}
