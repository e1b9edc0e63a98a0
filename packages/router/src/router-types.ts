/** Captured values by name. It inherits no property, so that every name is only a name. */
export type Params = Readonly<Record<string, string | readonly string[]>>;

/**
 * How a matching route is chosen.
 *
 * By specificity, text comes before captures; of these, first segments of captures and text, those with
 * more text before others, then a parameter with a constraint, one without, and wildcards. Routes that are
 * equal in this, such as `/:a(\d+)` and `/:b(\w+)` or `/:a-:b` and `/:a.:b`, go by the order of `add`.
 */
export type Precedence = 'specificity' | 'registration';

/** How patterns are read and compared with paths. */
export interface PatternMatchingOptions {
  /**
   * Whether `/A` and `/a` differ. When they do not, only ASCII letters are folded.
   * @defaultValue true
   */
  readonly caseSensitive?: boolean;
  /**
   * Whether a trailing slash matters. When it does not, `/a` and `/a/` are one route.
   * @defaultValue true
   */
  readonly strict?: boolean;
  /**
   * Brings each run of literal text in a pattern to the form that paths arrive in. It may throw.
   * @defaultValue the text as it is
   */
  readonly canonicalize?: (literal: string) => string;
  /**
   * Decodes a captured value that contains `%`, after the match. It may throw.
   * @defaultValue `decodeURIComponent`; a value that is not valid UTF-8 stays as it is
   */
  readonly decode?: (raw: string) => string;
  /**
   * Whether a pattern may be empty or begin with something else than `/`, as in Express. It then matches only paths that
   * are so, too.
   * @defaultValue false
   */
  readonly lenient?: boolean;
}

/** Options of a router. */
export interface RouterOptions extends PatternMatchingOptions {
  /**
   * `'specificity'`: static text beats a parameter, a parameter beats a wildcard, segment by segment.
   * `'registration'`: the route that was added first wins, as in Express.
   * @defaultValue `'specificity'`
   */
  readonly precedence?: Precedence;
}

/** A route that matches. */
export interface RouteMatch<T> {
  readonly value: T;
  /** Captured values; a frozen empty object for a route without captures. */
  readonly params: Params;
  /** The pattern as it was added. */
  readonly pattern: string;
}

/** A route as it was added. */
export interface RouteListing<T> {
  readonly method: string;
  readonly pattern: string;
  readonly value: T;
}

/** Finds the value of a method and a path. */
export interface Router<T> {
  /**
   * Adds a route; the method `'*'` stands for every method.
   * @throws {@link PatternError} when the pattern is bad or, by specificity, is a duplicate of another
   * route of the same method
   * @throws TypeError when the method or the pattern is no string, or the list of methods is empty
   */
  add(method: string | readonly string[], pattern: string, value: T): this;
  /**
   * Removes the routes that were added with this method, or one of these, and exactly this pattern; tells
   * whether there were any. `'*'` means the routes added for `'*'`.
   */
  remove(method: string | readonly string[], pattern: string): boolean;
  /**
   * Finds the best match. The object returned belongs to the route and is used again for its next
   * match: read it before the next lookup. Its `params` are the caller's to keep.
   */
  find(method: string, path: string): RouteMatch<T> | undefined;
  /** Lists every match, the best first, in objects of their own. */
  findAll(method: string, path: string): RouteMatch<T>[];
  /** Lists the methods of the routes that match a path, `'*'` among them when such a route does. */
  methodsFor(path: string): string[];
  /** Lists all routes in the order in which they were added. */
  routes(): RouteListing<T>[];
}
