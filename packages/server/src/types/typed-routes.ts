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
 * only. A path that is not a literal adds nothing.
 */
export type WithRoute<Method extends string, P extends Path, Route> = P extends string
  ? string extends P
    ? unknown
    : { readonly '~routes'?: { readonly [Name in Method]: { readonly [Pattern in P]: Route } } }
  : unknown;

/** The paths that can match. `x` matches nothing, as in Express, unless it is below the prefix of a scope, which adds the slash. */
type RootedPath = '' | `${'/' | '{' | '*'}${string}`;

/**
 * Added to the type of an application by what it mounts or registers below a prefix: the routes of a router, of another application, of the
 * scope that a plugin returns, or of those in a list. A prefix that is not a literal adds nothing.
 */
export type WithMounted<Prefix extends Path, Mounted, Matching extends string = RootedPath> = [
  Mounted,
] extends [never]
  ? unknown
  : Mounted extends readonly [infer First, ...infer Rest]
    ? WithMounted<Prefix, First, Matching> & WithMounted<Prefix, Rest, Matching>
    : '~routes' extends keyof Mounted
      ? RoutesBelow<Prefix, NonNullable<Mounted['~routes']>, Matching>
      : unknown;

/** The routes of a type alone, which stay when an application becomes one of another type. */
export type RoutesIn<App> = Pick<App, '~routes' & keyof App>;

type RoutesBelow<Prefix extends Path, Routes, Matching> = Prefix extends string
  ? string extends Prefix
    ? unknown
    : { readonly '~routes'?: Below<Prefix, ParamsOf<Prefix>, Routes, Matching> }
  : unknown;

/** Routes by method and path, with a prefix and the params that it captures. */
type Below<Prefix extends string, Captured, Routes, Matching> = {
  readonly [Method in keyof Routes]: {
    readonly [P in keyof Routes[Method] & string as P extends Matching
      ? Joined<Prefix, P>
      : never]: WithCaptured<Captured, Routes[Method][P]>;
  };
};

/** A prefix and a path below it, joined as the server does. */
type Joined<Prefix extends string, P extends string> = Prefix extends ''
  ? P
  : P extends '/'
    ? Prefix
    : `${Prefix extends `${infer Stem}/` ? Stem : Prefix}${P extends `${'{' | ''}/${string}` ? '' : '/'}${P}`;

/** A route with more params. Its own take precedence, because their schema is that of `req.params`. */
type WithCaptured<Captured, Route> = [keyof Captured] extends [never]
  ? Route
  : {
      readonly [Part in keyof Route]: Part extends 'params'
        ? Omit<Captured, keyof Route[Part]> & Route[Part]
        : Route[Part];
    };

/** The input of a schema, or another type when the route has no such schema: TypeScript infers `object` for it. */
type InputOr<Fallback, Schema> = object extends Schema ? Fallback : SchemaInput<Schema>;
