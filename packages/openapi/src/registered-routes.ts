import type { DocumentedRoute } from './documented-route.ts';
import type { ErrorFormat } from './operations/error-responses.ts';

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

/** The application of a scope, or itself. Applications are functions. */
export function applicationOf(source: object): object {
  const { parent } = source as { parent?: object };
  return typeof source === 'function' || parent === undefined ? source : applicationOf(parent);
}

/** The format of the errors of an application. `nextpress/express` does not have the setting. */
export function errorFormatOf(source: object): ErrorFormat {
  const { settings } = applicationOf(source) as { settings?: unknown };
  if (typeof settings !== 'object' || settings === null) return 'json';
  const { 'problem details': setting } = settings as { 'problem details'?: unknown };
  return setting === undefined ? 'html' : setting ? 'problem' : 'json';
}
