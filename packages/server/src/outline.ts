/**
 * What an application or a router has registered, in order, for tools that look at it without running it. It is read
 * through a method under `Symbol.for('nextpress.outline')`, so that a tool works with any copy of this package.
 */
export interface Outline {
  readonly entries: readonly OutlineEntry[];
}

/** One registration; a route has one entry for each of its patterns and each group of methods with the same handlers. */
export interface OutlineEntry {
  /** Middleware that answers errors is `'error'`. */
  readonly kind: 'route' | 'middleware' | 'error';
  /** The pattern, or the prefix; `/` for middleware of every path; the source of a regular expression. */
  readonly path: string;
  /** In upper case, `*` for all; none for middleware. */
  readonly methods: readonly string[];
  readonly handlers: readonly ((...args: never[]) => unknown)[];
  /** Matches a canonical path, from the mount on; the length is what a mount takes off. */
  match(path: string): { readonly length: number } | undefined;
  /** What a mounted application or router has registered. */
  readonly inner: Outline | undefined;
  /** Where it was registered, as `file:line:column`, if `Symbol.for("nextpress.notePlaces")` was set on `globalThis` by then. */
  readonly registeredAt: string | undefined;
}
