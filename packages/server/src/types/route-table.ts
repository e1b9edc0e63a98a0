/** @module The table of everything that is registered in an application, for tools. */

import type { RouteRegistration, RouteValidation } from './route-options.ts';
import type { Path } from './values.ts';

/**
 * Everything that is registered in an application or a router, and in what is mounted there, in the order in
 * which requests pass through it. The method under `Symbol.for('nextpress.routes')` returns it, so that a
 * tool works with any copy of this package. Until something changes, the method returns the same array.
 */
export type RouteTable = readonly TableRow[];

/** A route or a function of `use`. A mounted router or application comes before its content. */
export interface TableRow extends TablePath {
  readonly kind: 'route' | 'middleware' | 'error handler' | 'router' | 'application';
  /** The outer prefix; `''` without one. */
  readonly prefix: Path;
  /** Whether what its handlers return is sent, as in applications of `createServer()`. Express ignores it. */
  readonly sendsReturned: boolean;
  /** The enclosing routers and applications, outermost first. */
  readonly mounts: readonly TableRow[];
  /** The calls that have added handlers to a route, such as `post(path, options, handler)`. */
  readonly registrations: readonly (Pick<RouteRegistration<never>, 'methods' | 'options' | 'registeredAt'> & {
    readonly validation: RouteValidation | undefined;
  })[];
  /** The call site, as in {@link RouteRegistration.registeredAt}. */
  readonly registeredAt: string | undefined;
  /** Each step of an explanation has it under `Symbol.for('nextpress.identity')`. */
  readonly identity: object;
  /** The handlers of a route by methods. Other functions have one group without methods. */
  groups(): readonly RowGroup[];
  /** The paths one by one, if the registration or a mount has an array of them. */
  paths(): readonly TablePath[];
}

/** A path with its outer prefixes. */
export interface TablePath {
  /** A regular expression is not joined with prefixes. */
  readonly path: Path;
  /** Some paths that match, in canonical form; none for a regular expression. */
  samplePaths(): readonly string[];
  /**
   * What is left of a canonical path inside the mounts, such as `/x` of `/api/x`; `undefined` if the path
   * does not match.
   */
  rest(pathname: string): string | undefined;
}

/** Handlers that run for some methods, which are in upper case, or `*` for all. */
export interface RowGroup {
  readonly methods: readonly string[];
  readonly handlers: readonly ((...args: never[]) => unknown)[];
  /** The number of handlers before the first validation of requests; `undefined` without one. */
  readonly beforeValidation: number | undefined;
  /** The call site that added the last one. */
  readonly registeredAt: string | undefined;
}
