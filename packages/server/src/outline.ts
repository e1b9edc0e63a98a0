/**
 * The registrations of an application or a router, in order, for tools that analyze it without running it. The method under
 * `Symbol.for('nextpress.outline')` returns it, so that a tool works with any copy of this package.
 */
export interface Outline {
  readonly entries: readonly OutlineEntry[];
}

/**
 * One registration. Each path of a list has an entry, and in routes each group of methods with the same handlers.
 */
export interface OutlineEntry {
  /** `'error'` for middleware that handles errors. */
  readonly kind: 'route' | 'middleware' | 'error';
  /** The pattern, the prefix, or the source of a regular expression; `/` for middleware of every path. */
  readonly path: string;
  /** In upper case, `*` for all; empty for middleware. */
  readonly methods: readonly string[];
  readonly handlers: readonly ((...args: never[]) => unknown)[];
  /** Whether it runs only for the routes of its plugin, like middleware without a path in a plugin without a prefix. */
  readonly isConfined: boolean;
  /** Whether it responds to every request, as far as the parameters and the source text of its handlers show. */
  readonly seemsToEnd: boolean;
  /** Matches a canonical path without the mounts outside. The length is the part that a mount removes. */
  match(path: string): { readonly length: number } | undefined;
  /** The registrations of a mounted application or router. */
  readonly inner: Outline | undefined;
  /**
   * The place of the call, as `file:line:column`, with `NODE_ENV=development`, or when `Symbol.for("nextpress.notePlaces")` was set on
   * `globalThis`.
   */
  readonly registeredAt: string | undefined;
}
