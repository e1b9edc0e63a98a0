/** @module Routers that are mounted in applications, scopes and other routers, as the `onRoute` hooks see them. */

import type { ServerLayer } from '../../types.ts';
import { joinPaths } from '../path/join-paths.ts';
import type { Path } from '../path/path-matcher.ts';
import { registryOf } from './registry.ts';
import type { RoutePlace } from './route-place.ts';
import { readTable } from './route-table.ts';

/**
 * Puts the routes of a router, existing and later ones, inside a place. Other functions have no effect, and mounted applications
 * have hooks of their own.
 *
 * @throws Error when an application would not check the schema of a route
 */
export function mountRoutes(outer: RoutePlace, prefix: Path, handle: ServerLayer): void {
  const inner = registryOf(handle);
  if (inner === undefined || inner.place.isApplication) return;
  for (const { mounts, registrations, ...row } of readTable(inner)) {
    if (mounts.some(({ kind }) => kind === 'application')) continue;
    for (const entry of registrations) outer.announce(entry, joinPaths(prefix, row.prefix));
  }
  inner.place.putInside(outer, prefix);
}
