import { createMatcher, type Matcher, type PrefixRelation } from '@nextpress/router';
import { checkDotSegments, type PathRules, prefixRules } from './path-rules.ts';
import { createRegExpMatcher } from './regexp-matcher.ts';

/** A path as Express takes it: a pattern, a regular expression, or a list of these, of which the first that matches counts. */
export type Path = string | RegExp | readonly Path[];

/** The path of a route, compiled. */
export interface RoutePath {
  readonly matcher: Matcher;
  /** Its patterns in order, if the router can find all of it; `undefined` with a regular expression among them. */
  readonly patterns: readonly Matcher[] | undefined;
}

/**
 * Compiles the path of a route; what the router would refuse is refused here, where it was written.
 *
 * @throws TypeError when it is no path
 */
export function compileRoutePath(path: Path, rules: PathRules): RoutePath {
  const parts = pathParts(path, 'the path of a route');
  const matchers = parts.map((part) => compilePart(part, rules, true));
  const searchable = parts.every((part) => typeof part === 'string');
  return { matcher: oneOf(matchers), patterns: searchable ? matchers : undefined };
}

/**
 * Compiles a mount prefix; `undefined` for one that every path is under.
 *
 * @throws TypeError when it is no path
 */
export function compilePrefix(path: Path, rules: PathRules): Matcher | undefined {
  if (path === '/' || path === '') return undefined;
  const parts = pathParts(path, 'the prefix of use()').map((part) => (part === '/' ? ROOT_IN_LIST : part));
  return oneOf(parts.map((part) => compilePart(part, prefixRules(rules), false)));
}

/** In a list `/` is the path `/` and what begins with an empty segment: only alone does Express take it for every path. */
const ROOT_IN_LIST = /^\/(?:\/$)?(?=\/|$)/;

function pathParts(path: Path, owner: string): (string | RegExp)[] {
  const parts = ([path] as unknown[]).flat(Number.POSITIVE_INFINITY) as unknown[];
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof RegExp) continue;
    const got = part === null ? 'null' : typeof part;
    const what = Array.isArray(path) ? `a list with ${got} in it` : got;
    throw new TypeError(
      `${owner} is ${what}: write a pattern such as '/users/:id', a RegExp, or a list of these`,
    );
  }
  return parts as (string | RegExp)[];
}

function compilePart(part: string | RegExp, rules: PathRules, end: boolean): Matcher {
  if (part instanceof RegExp) return createRegExpMatcher(part, end);
  checkDotSegments(part);
  return createMatcher(part, { ...rules, end });
}

function oneOf(matchers: readonly Matcher[]): Matcher {
  const [only] = matchers;
  if (matchers.length === 1 && only !== undefined) return only;
  return {
    pattern: matchers.map(({ pattern }) => pattern).join(', '),
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
