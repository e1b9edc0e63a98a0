/** @module Options of a route: `app.post(path, ...guards, { schema, openapi }, ...handlers)`. They refer to no other public type. */

import type { Path } from './values.ts';

/** A Standard Schema, such as one of zod, valibot or arktype, or a JSON Schema. The server does not interpret it. */
export type RouteSchemaValue = object;

/** A status, all statuses that start with a digit, or all others. */
export type ResponseStatus = number | `${1 | 2 | 3 | 4 | 5}xx` | 'default';

/** The schemas of a route. A plugin with an `onRoute` hook, such as that of `@nextpress/validate`, checks them. */
export interface RouteSchema {
  /** Of `req.params`. */
  readonly params?: RouteSchemaValue | undefined;
  /** Of `req.query`. */
  readonly query?: RouteSchemaValue | undefined;
  /** Of `req.headers`, by names in lower case. */
  readonly headers?: RouteSchemaValue | undefined;
  /** Of `req.body`. */
  readonly body?: RouteSchemaValue | undefined;
  /** By status. A status takes precedence over its class, and the class over `default`. */
  readonly response?: { readonly [Status in ResponseStatus]?: RouteSchemaValue | undefined } | undefined;
}

/** The documentation of an operation in OpenAPI's terms, for `@nextpress/openapi`. The server does not read it. */
export interface RouteDocumentation {
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Unique among all operations of the document. */
  readonly operationId?: string | undefined;
  readonly deprecated?: boolean | undefined;
  /**
   * Alternatives, each with the scopes of its schemes by name. An empty array means that the operation is
   * public.
   */
  readonly security?: readonly { readonly [scheme: string]: readonly string[] }[] | undefined;
  readonly externalDocs?: { readonly url: string; readonly description?: string | undefined } | undefined;
  /** Parameters that no schema describes, such as cookies, or more details about those in the schemas. */
  readonly parameters?: readonly object[] | undefined;
  /**
   * More details about the body. Media types in `content` replace `application/json`, and get the schema of
   * the body.
   */
  readonly requestBody?: object | undefined;
  /** More details about the responses, by status. */
  readonly responses?: { readonly [Status in ResponseStatus]?: object | undefined } | undefined;
  /** Omits the operation from the document. */
  readonly hide?: boolean | undefined;
  readonly [extension: `x-${string}`]: unknown;
}

/**
 * An argument among the handlers of a route: handlers before it run before validation, the others afterwards.
 * Other keys throw.
 */
export interface RouteOptions<Schema extends RouteSchema = RouteSchema> {
  /** The schemas of requests and responses, for `@nextpress/validate` and `@nextpress/openapi`. */
  readonly schema?: Schema | undefined;
  /** What OpenAPI says about the operation. */
  readonly openapi?: RouteDocumentation | undefined;
}

/** What a validator declares about itself, for tools that describe routes. */
export interface RouteValidation {
  /** The status of responses to invalid requests. */
  readonly status?: number | undefined;
  /** Schemas with an `$id` that the route's schemas may refer to. */
  readonly schemas?: readonly object[] | undefined;
}

/** Checks parts of a route's schema: the argument of `addValidator`. */
export interface RouteValidator<Handler> extends RouteValidation {
  /**
   * The parts that the handlers check together. The validator of a scope replaces those of its enclosing
   * scopes that check one of them.
   */
  readonly parts: readonly (keyof RouteSchema)[];
  /**
   * Creates the handlers. Called unless an inner scope has replaced this validator; may throw for an invalid
   * schema.
   */
  create(): readonly Handler[];
}

/** A registration of handlers: one call such as `app.post(path, …)`. */
export interface RouteRegistration<Handler> {
  /** In upper case; `['*']` for `all`. */
  readonly methods: readonly string[];
  /** The path with the prefixes of scopes and mounted routers. A regular expression is not joined with them. */
  readonly path: Path;
  readonly options: RouteOptions;
  /**
   * The call site, as `file:line:column`, with `NODE_ENV=development`, or when `Symbol.for("nextpress.notePlaces")` was set on
   * `globalThis`.
   */
  readonly registeredAt: string | undefined;
  /** Whether validations were added before, for another application that mounts the same router. */
  readonly isValidated: boolean;
  /**
   * Adds a handler that runs where the options stand: after the `preValidation` hooks and the handlers before
   * the options, and before the `preHandler` hooks and the handlers after them. Has no effect if
   * {@link isValidated} is true.
   *
   * @param parts - the parts of the route's schema that the handler checks. A route with a request schema
   * that no handler checks is rejected. The handlers of a hook replace those of hooks of outer scopes that
   * check one of these parts. A handler for `response` alone runs before all handlers of the registration.
   */
  addValidation(handler: Handler, parts?: readonly (keyof RouteSchema)[]): void;
  /** The same for handlers that are expensive to create, such as compiled schemas. */
  addValidator(validator: RouteValidator<Handler>): void;
}
