import type { RouteTable } from '@nextpress/server';

/** The format of the server: with the option `problemDetails`, without it, or the pages of `nextpress/express`. */
export type ErrorFormat = 'problem' | 'json' | 'html';

/** A route as the application has registered it: a `RegisteredRoute` of `@nextpress/server`, or its relevant part. */
export interface DocumentedRoute {
  /** In upper case; `*` for all. */
  readonly methods: readonly string[];
  /** With the prefixes of its routers and scopes. */
  readonly path: string | RegExp | readonly (string | RegExp)[];
  readonly options: {
    readonly schema?: RouteSchemas | undefined;
    readonly openapi?: Readonly<Record<string, unknown>> | undefined;
  };
  /** What the validator of the route has said about itself. */
  readonly validation?:
    | { readonly status?: number | undefined; readonly schemas?: readonly object[] | undefined }
    | undefined;
}

export interface RouteSchemas {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  /** By status: `200`, `'2xx'` or `'default'`. */
  readonly response?: Readonly<Record<string, unknown>> | undefined;
}

/** The parts of a request that a schema describes. */
export const REQUEST_PARTS = ['params', 'query', 'headers', 'body'] as const;

/** The method that returns the table of routes of an application or a router, of any copy of the framework. */
export const ROUTES: unique symbol = Symbol.for('nextpress.routes') as never;

/** An application, a router, or a list of routes. */
export type DocumentSource = ((...args: never[]) => unknown) | readonly DocumentedRoute[];

/** An application or a router of Nextpress. The table is the same list until something changes. */
export interface RouteSource {
  [ROUTES](): RouteTable;
}

/** The routes of an application without those of mounted applications, or the list itself. */
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
