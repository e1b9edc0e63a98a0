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
