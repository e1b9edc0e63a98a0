/** The server's error format: problem details, JSON if `problemDetails` is off, or the HTML pages of `nextpress/express`. */
export type ErrorFormat = 'problem' | 'json' | 'html';

/** A route as registered: a `RegisteredRoute` from `@nextpress/server`, or the part of it that matters here. */
export interface DocumentedRoute {
  /** Uppercase methods; `*` for all. */
  readonly methods: readonly string[];
  /** Includes the prefixes of routers and scopes. */
  readonly path: string | RegExp | readonly (string | RegExp)[];
  readonly options: {
    readonly schema?: RouteSchemas | undefined;
    readonly openapi?: Readonly<Record<string, unknown>> | undefined;
  };
  /** What the route's validator declares about its responses. */
  readonly validation?:
    | { readonly status?: number | undefined; readonly schemas?: readonly object[] | undefined }
    | undefined;
}

export interface RouteSchemas {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  /** Keyed by status: `200`, `'2xx'` or `'default'`. */
  readonly response?: Readonly<Record<string, unknown>> | undefined;
}

/** The parts of a request that a schema describes. */
export const REQUEST_PARTS = ['params', 'query', 'headers', 'body'] as const;

/** An application, a router, or a list of routes. */
export type DocumentSource = ((...args: never[]) => unknown) | readonly DocumentedRoute[];

/**
 * Returns the application that a scope belongs to, or the argument itself if it has no parent. Applications are
 * functions.
 */
export function applicationOf(source: object): object {
  const { parent } = source as { parent?: object };
  return typeof source === 'function' || parent === undefined ? source : applicationOf(parent);
}

/**
 * Returns an application's error format, or the default for routers and lists of routes. `nextpress/express` does not
 * have the setting.
 */
export function errorFormatOf(source: object): ErrorFormat {
  const { settings } = applicationOf(source) as { settings?: unknown };
  if (typeof settings !== 'object' || settings === null) return 'problem';
  const { 'problem details': setting } = settings as { 'problem details'?: unknown };
  return setting === undefined ? 'html' : setting ? 'problem' : 'json';
}
