/** Captured values by name. It inherits no properties, so any name is safe. */
export type Params = Readonly<Record<string, string | readonly string[]>>;

/**
 * How a matching route is chosen.
 *
 * With `'specificity'`, text comes before captures. Captures are ordered: segments that mix captures and text, those
 * with more text first, then a parameter with a constraint, one without, and wildcards. Between equal routes, such as
 * `/:a(\d+)` and `/:b(\w+)` or `/:a-:b` and `/:a.:b`, the order of `add` decides.
 */
export type Precedence = 'specificity' | 'registration';

/** How patterns are read and compared with paths. */
export interface PatternMatchingOptions {
  /**
   * Whether `/A` and `/a` differ. If not, only the case of ASCII letters is ignored.
   * @defaultValue true
   */
  readonly caseSensitive?: boolean;
  /**
   * Whether a trailing slash matters. If not, `/a` and `/a/` are one route.
   * @defaultValue true
   */
  readonly strict?: boolean;
  /**
   * Converts each run of literal text in a pattern to the form used in paths. May throw.
   * @defaultValue the text as it is
   */
  readonly canonicalize?: (literal: string) => string;
  /**
   * Decodes a captured value that contains `%`, after the match. May throw.
   * @defaultValue `decodeURIComponent`; a value that is not valid UTF-8 stays unchanged
   */
  readonly decode?: (raw: string) => string;
  /**
   * Whether a pattern may be empty or begin with something other than `/`, as in Express. It then matches only such paths.
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
  /** Captured values; a frozen empty object if the route has no captures. */
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

/** A pattern already compiled by a matcher. */
export interface CompiledPattern {
  readonly pattern: string;
}

/** Finds the value of a method and a path. */
export interface Router<T> {
  /**
   * Adds a route. The method `'*'` means every method. Given a matcher, its pattern is added, and recompiled only if
   * the router's options differ.
   * @throws PatternError if the pattern is invalid or, with the precedence `'specificity'`, a duplicate of another
   * route of the same method
   * @throws TypeError if the method or the pattern is not a string, or the array of methods is empty
   */
  add(method: string | readonly string[], pattern: string | CompiledPattern, value: T): this;
  /**
   * Removes the routes that were added with one of these methods and exactly this pattern. Returns whether any were
   * removed. `'*'` removes only routes added for `'*'`.
   */
  remove(method: string | readonly string[], pattern: string): boolean;
  /**
   * Finds the best match.
   */
  find(method: string, path: string): RouteMatch<T> | undefined;
  /** Lists every match, the best first. */
  findAll(method: string, path: string): RouteMatch<T>[];
  /** Lists the routes of every method that match a path, best first, in one lookup. */
  routesFor(path: string): RouteListing<T>[];
  /** Lists the methods of the routes that match a path, including `'*'`, the best first. */
  methodsFor(path: string): string[];
  /** Lists all routes in the order in which they were added. */
  routes(): RouteListing<T>[];
}

/** One way to read a pattern: with each of its optional groups either present or absent. */
export type PatternForm = readonly PatternPart[];

/** A part of a pattern: canonical text, a param of one segment or less, or one of any number of segments. */
export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'parameter';
      readonly name: string;
      /** `source` is the expression between the parentheses after the name. */
      readonly constraint: { readonly source: string } | undefined;
    }
  | { readonly kind: 'wildcard'; readonly name: string; readonly bare: boolean };
