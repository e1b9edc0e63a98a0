import type { RouteTable } from '@nextpress/server';
import { ROUTES } from '@nextpress-internal/internals/keys';
import type { DocumentedRoute, DocumentSource } from './registered-routes.ts';

/** A Nextpress application or router. It returns the same table until a route changes. */
export interface RouteSource {
  [ROUTES](): RouteTable;
}

/** Returns an application's routes without those of mounted applications, or the given list. */
export function routesOf(source: DocumentSource | RouteSource): readonly DocumentedRoute[] {
  if (Array.isArray(source)) return source as readonly DocumentedRoute[];
  if (isRouteSource(source)) return source[ROUTES]().flatMap(documentedRoutes);
  throw new TypeError(
    `Invalid source of createDocument(): expected an application, a router or a list of routes, got ${typeof source}`,
  );
}

function documentedRoutes({ mounts, path, registrations }: RouteTable[number]): DocumentedRoute[] {
  if (mounts.some(({ kind }) => kind === 'application')) return [];
  return registrations.map(({ methods, options, validation }) => {
    return { methods, path, options, validation } as DocumentedRoute;
  });
}

export function isRouteSource(value: unknown): value is RouteSource {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && ROUTES in value;
}
