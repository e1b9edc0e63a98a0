/** @module Paths: compiles the patterns and regular expressions of routes and prefixes. */

import { createExpressMatcher, type Matcher, type PrefixRelation } from '@nextpress/router';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import type { Path } from '../../types/values.ts';
import { type PathRules, prefixRules } from './path-rules.ts';
import { createRegExpMatcher, UNDESCRIBED } from './regexp-matcher.ts';

/** The compiled path of a route. */
export interface RoutePath {
  readonly matcher: Matcher;
  /** Its patterns in order when the router can find all of them, `undefined` otherwise. */
  readonly patterns: readonly Matcher[] | undefined;
}

/** A compiled path, or a compiled element of a list. */
interface PathPart {
  readonly matcher: Matcher;
  /** Whether the router can find it. */
  readonly isRoutable: boolean;
}

/**
 * Compiles the path of a route.
 *
 * @throws TypeError when the path is invalid
 */
export function compileRoutePath(path: Path, rules: PathRules): RoutePath {
  const parts = pathParts(path, 'a route', rules).map((part) => compilePart(part, rules, true));
  const matchers = parts.map(({ matcher }) => matcher);
  return {
    matcher: oneOf(matchers),
    patterns: parts.every(({ isRoutable }) => isRoutable) ? matchers : undefined,
  };
}

/**
 * Compiles a mount prefix; `undefined` when every path has it.
 *
 * @throws TypeError when the prefix is invalid
 */
export function compilePrefix(path: Path, rules: PathRules): Matcher | undefined {
  if (path === '/' || path === '') return undefined;
  const parts = pathParts(path, 'use()', rules).map((part) =>
    part === '/' && rules.expressVersion !== 4 ? ROOT_IN_LIST : part,
  );
  return oneOf(parts.map((part) => compilePart(part, prefixRules(rules), false).matcher));
}

/** In a list, `/` matches `/` and paths that start with an empty segment. Express 5 matches every path only for a lone `/`. */
const ROOT_IN_LIST = /^\/(?:\/$)?(?=\/|$)/;

/** The patterns of a path. Express 5 converts numbers and the like to strings; Express 4 and `createServer()` refuse them. */
function pathParts(path: Path, owner: string, { expressVersion }: PathRules): (string | RegExp)[] {
  const parts: unknown[] = [flattenPath(path, expressVersion)].flat();
  return parts.map((part) => {
    if (typeof part === 'string' || part instanceof RegExp) return part;
    if (expressVersion === 5 && (typeof part !== 'object' || part === null)) return String(part);
    const got = part === null ? 'null' : typeof part;
    const what = Array.isArray(path) ? `a list with ${got} in it` : got;
    throw new TypeError(
      `Invalid path for ${owner}: expected a pattern such as '/users/:id', a RegExp, or a list of these, got ${what}`,
    );
  });
}

function compilePart(part: string | RegExp, rules: PathRules, end: boolean): PathPart {
  const { expressVersion: version = 5, caseSensitive, strict, canonicalize, decode } = rules;
  if (part instanceof RegExp) {
    return { matcher: createRegExpMatcher(part, end, version === 4), isRoutable: false };
  }
  const options = { version, end, caseSensitive, strict, canonicalize, decode };
  const matcher = createExpressMatcher(part, options);
  // Dot segments are removed from every request target, and so from patterns that are text.
  const target = DOT_SEGMENT.test(part) && matcher.isLiteral ? parseRequestTarget(part) : undefined;
  const { isRoutable } = matcher;
  if (target === undefined) return { matcher, isRoutable };
  return { matcher: createExpressMatcher(target.pathname, options), isRoutable };
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

function oneOf(matchers: readonly Matcher[]): Matcher | ListMatcher {
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
      for (const matcher of matchers) {
        const found = matcher.match(path);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    covers: (other) => relationOf(matchers.map((matcher) => matcher.covers(other))),
  };
}

function relationOf(relations: readonly PrefixRelation[]): PrefixRelation {
  if (relations.includes('always')) return 'always';
  return relations.every((relation) => relation === 'never') ? 'never' : 'sometimes';
}

/** Flattens a list of paths; other paths stay as they are. */
export function flattenPath(path: Path, version: PathRules['expressVersion']): Path {
  if (!Array.isArray(path)) return path;
  const parts = path.flatMap((part: Path) => flattenPath(part, version));
  return version === 4 && parts.length === 0 ? [EVERY_PATH] : parts;
}

/** The expression that Express 4 makes of an empty list. Express 5 makes none, so that nothing matches. */
const EVERY_PATH = /(?:)/;

/** The prefix that `use` was called with: `/` for a list that matches every path because it begins with an empty list. */
export function prefixOf(path: Path, { expressVersion }: PathRules): Path {
  const [first] = [flattenPath(path, expressVersion)].flat();
  return first === EVERY_PATH ? '/' : path;
}
