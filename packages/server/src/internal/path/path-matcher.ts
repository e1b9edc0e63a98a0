import { createExpressMatcher, type Matcher, type PrefixRelation } from '@nextpress/router';
import { type PathRules, prefixRules, withoutDotSegments } from './path-rules.ts';
import { createRegExpMatcher } from './regexp-matcher.ts';

/** A path as Express takes it: a pattern, a regular expression, or a list of these, of which the first that matches counts. */
export type Path = string | RegExp | readonly Path[];

/** The path of a route, compiled. */
export interface RoutePath {
  readonly matcher: Matcher;
  /** Its patterns in order, if the router can find all of them; otherwise `undefined`. */
  readonly patterns: readonly Matcher[] | undefined;
}

/** A path, or one of a list, compiled. */
interface PathPart {
  readonly matcher: Matcher;
  /** Whether the router can find it. */
  readonly isRoutable: boolean;
}

/**
 * Compiles the path of a route; what the router would refuse is refused here, where it was written.
 *
 * @throws TypeError when it is not a path
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
 * Compiles a mount prefix; `undefined` for one that every path is under.
 *
 * @throws TypeError when it is not a path
 */
export function compilePrefix(path: Path, rules: PathRules): Matcher | undefined {
  if (path === '/' || path === '') return undefined;
  const parts = pathParts(path, 'use()', rules).map((part) =>
    part === '/' && rules.expressVersion !== 4 ? ROOT_IN_LIST : part,
  );
  return oneOf(parts.map((part) => compilePart(part, prefixRules(rules), false).matcher));
}

/** In a list `/` is the path `/` and what begins with an empty segment: only alone does Express 5 take it for every path. */
const ROOT_IN_LIST = /^\/(?:\/$)?(?=\/|$)/;

/** The patterns of a path. Express 5 makes text of numbers and the like; Express 4 and `createServer()` refuse them. */
function pathParts(path: Path, owner: string, { expressVersion }: PathRules): (string | RegExp)[] {
  const parts = ([path] as unknown[]).flat(Number.POSITIVE_INFINITY) as unknown[];
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
  const pattern = withoutDotSegments(part);
  const matcher = createExpressMatcher(pattern, {
    version,
    end,
    caseSensitive,
    strict,
    canonicalize,
    decode,
  });
  return { matcher, isRoutable: matcher.isRoutable };
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
