import type { DocumentedRoute } from './documented-route.ts';

/** The method that lists the registrations of an application or a router, of any copy of the framework. */
const ROUTES: unique symbol = Symbol.for('nextpress.routes') as never;

/** An application, a router, or a list of routes. */
export type DocumentSource = ((...args: never[]) => unknown) | readonly DocumentedRoute[];

/** An application or a router of Nextpress. */
export interface RouteSource {
  [ROUTES](): readonly DocumentedRoute[];
}

/** The routes of an application, or the list itself. */
export function routesOf(source: DocumentSource | RouteSource): readonly DocumentedRoute[] {
  if (Array.isArray(source)) return source as readonly DocumentedRoute[];
  if (isRouteSource(source)) return source[ROUTES]();
  throw new TypeError(
    `Invalid source of createDocument(): expected an application, a router or a list of routes, got ${typeof source}`,
  );
}

export function isRouteSource(value: unknown): value is RouteSource {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && ROUTES in value;
}
