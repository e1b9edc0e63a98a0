/** @module Paths: compiles the patterns and regular expressions of routes and prefixes. */

import type { ExpressMatcher, Matcher, Params, PrefixRelation, RouterOptions } from '@nextpress/router';
import { canonicalText, parseRequestTarget } from '@nextpress/semantics/request-target';
import type { Path } from '../../types/values.ts';
import type { Dialect } from '../dialect.ts';
import { decodeParam } from './path-params.ts';
import { type Located, UNDESCRIBED } from './regexp-matcher.ts';

/** The compiled path of a route. */
export interface RoutePath {
  readonly matcher: Matcher;
  /** Its patterns in order when the router can find all of them, `undefined` otherwise. */
  readonly patterns: readonly Matcher[] | undefined;
  /** The rules that it was compiled with. */
  readonly rules: PathRules;
}

/**
 * Compiles the path of a route.
 *
 * @throws TypeError if the path is invalid
 */
export function compileRoutePath(path: Path, rules: PathRules): RoutePath {
  const matchers = compileParts(path, 'a route', rules, true);
  const patterns = matchers.every(({ isRoutable }) => isRoutable) ? matchers : undefined;
  return { matcher: oneOf(matchers, rules.dialect.listParams?.(path)), patterns, rules };
}

/**
 * Compiles a mount prefix; `undefined` if every path has it.
 *
 * @throws TypeError if the prefix is invalid
 */
export function compilePrefix(path: Path, rules: PathRules): Matcher | undefined {
  if (path === '/' || path === '') return undefined;
  return oneOf(compileParts(path, 'use()', prefixRules(rules), false), rules.dialect.listParams?.(path));
}

/** Compiles the patterns of a path. */
function compileParts(path: Path, owner: string, rules: PathRules, end: boolean): ExpressMatcher[] {
  const flat = rules.dialect.flattenPath(path);
  const parts: readonly unknown[] = Array.isArray(flat) ? flat : [flat];
  return parts.map((given) => {
    const part = rules.dialect.toPattern(given, end, Array.isArray(path) ? rules : undefined);
    if (typeof part === 'string') return compilePattern(part, rules, end);
    if (part instanceof RegExp) return rules.dialect.compileRegExp(part, end);
    const got = part === null ? 'null' : typeof part;
    const what = Array.isArray(path) ? `a list with ${got} in it` : got;
    throw new TypeError(
      `Invalid path for ${owner}: expected a pattern such as '/users/:id', a RegExp, or a list of these, got ${what}`,
    );
  });
}

function compilePattern(pattern: string, rules: PathRules, end: boolean): ExpressMatcher {
  const { dialect } = rules;
  const matcher = dialect.compilePattern(pattern, rules, end);
  // Dot segments are removed from every request target, and so from patterns that are text.
  const target = DOT_SEGMENT.test(pattern) && matcher.isLiteral ? parseRequestTarget(pattern) : undefined;
  return target === undefined ? matcher : dialect.compilePattern(target.pathname, rules, end);
}

/** In a pattern without escapes. */
const DOT_SEGMENT = /^(?=\/[^\\]*$).*\/(?:\.|%2e){1,2}(?=\/|$)/i;

/** A matcher of several paths. */
interface ListMatcher extends Matcher {
  readonly matchers: readonly Matcher[];
}

/** The matchers of a list; one matcher for any other path. */
export function branchesOf(matcher: Matcher | ListMatcher): readonly Matcher[] {
  return 'matchers' in matcher ? matcher.matchers : [matcher];
}

/** @param params - those that every match has */
function oneOf(matchers: readonly Matcher[], params: Params | undefined): Matcher | ListMatcher {
  const [only] = matchers;
  if (matchers.length === 1 && only !== undefined) return only;
  return {
    ...UNDESCRIBED,
    matchers,
    pattern: matchers.map(({ pattern }) => pattern).join(', '),
    captures: matchers.some(({ captures }) => captures),
    endsInWildcard: matchers.every(({ endsInWildcard }) => endsInWildcard),
    samplePaths: () => matchers.flatMap((matcher) => matcher.samplePaths()),
    match: (path) => {
      let first: Located | undefined;
      for (const matcher of matchers) {
        const found: Located | undefined = matcher.match(path);
        if (found && !(first && (found.index ?? 0) >= (first.index ?? 0))) first = found;
      }
      return first && params ? { ...first, params: { ...params, ...first.params } } : first;
    },
    covers: (other) => relationOf(matchers.map((matcher) => matcher.covers(other))),
  };
}

function relationOf(relations: readonly PrefixRelation[]): PrefixRelation {
  if (relations.includes('always')) return 'always';
  return relations.every((relation) => relation === 'never') ? 'never' : 'sometimes';
}

/** Flattens a list of paths; other paths stay as they are. */
export function flattenPath(path: Path): Path {
  return Array.isArray(path) ? path.flat(Number.POSITIVE_INFINITY) : path;
}

/** Options for patterns and paths, shared by the router, the prefixes and the routes of an application. */
export interface PathRules
  extends Required<Pick<RouterOptions, 'caseSensitive' | 'strict' | 'canonicalize' | 'decode' | 'lenient'>> {
  readonly dialect: Dialect;
}

export function createPathRules(caseSensitive: boolean, strict: boolean, dialect: Dialect): PathRules {
  return { caseSensitive, strict, canonicalize: canonicalText, decode: decodeParam, lenient: true, dialect };
}

/** The rules for mount prefixes. As in Express, a trailing slash is ignored, so that `use('/admin/')` guards `/admin`. */
function prefixRules(rules: PathRules): PathRules {
  return { ...rules, strict: false };
}
