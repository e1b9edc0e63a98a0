/** @module The routes that the type of an application knows: what a typed client reads, as `@nextpress/client` does. */

import type { OutputsOf, SchemaInput } from './schemas.ts';
import type { ParamsOf, Path } from './values.ts';

/** A route with schemas, as its client sees it. A part without a schema is `unknown`. */
export interface TypedRoute<P extends Path, Params, Query, Headers, Body, Responses> {
  readonly params: InputOr<ParamsOf<P>, Params>;
  readonly query: InputOr<unknown, Query>;
  readonly headers: InputOr<unknown, Headers>;
  readonly body: InputOr<unknown, Body>;
  /** The content by status. */
  readonly responses: OutputsOf<Responses>;
}

/**
 * Added to the type of an application by each route with schemas: `typeof app` has the routes of the calls that are chained. It exists in types
 * only. A path that is no literal adds nothing.
 */
export type WithRoute<Method extends string, P extends Path, Route> = P extends string
  ? string extends P
    ? unknown
    : { readonly '~routes'?: { readonly [Name in Method]: { readonly [Pattern in P]: Route } } }
  : unknown;

/** The input of a schema, or another type when the route has no such schema: TypeScript infers `object` for it. */
type InputOr<Fallback, Schema> = object extends Schema ? Fallback : SchemaInput<Schema>;
