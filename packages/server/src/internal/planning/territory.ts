import type { Matcher, PrefixRelation } from '@nextpress/router';
import { isSinglePattern } from '../path/path-matcher.ts';

/** A pattern that is compared with many others. */
export interface ComparedPattern {
  readonly matcher: Matcher;
  /** Its literal beginning. Two patterns can only match the same paths when one of these begins with the other. */
  readonly start: string;
}

export function comparedPattern(matcher: Matcher): ComparedPattern {
  return { matcher, start: isSinglePattern(matcher) ? literalStart(matcher.pattern) : '' };
}

/** The paths for which the layers of a scope run although no route of the scope matches. */
export class Territory {
  /** `undefined` when every path belongs to it. */
  #prefixes: ComparedPattern[] | undefined = [];

  /** Adds the paths of a prefix, or every path. */
  add(prefix: Matcher | undefined): void {
    if (prefix === undefined) this.#prefixes = undefined;
    else this.#prefixes?.push(comparedPattern(prefix));
  }

  contains(pathname: string): boolean {
    return this.#prefixes?.some(({ matcher }) => matcher.match(pathname) !== undefined) ?? true;
  }

  /** Whether the paths of a route belong to it. */
  relationTo(route: ComparedPattern): PrefixRelation {
    if (this.#prefixes === undefined) return 'always';
    let relation: PrefixRelation = 'never';
    for (const prefix of this.#prefixes) {
      if (!mayOverlap(prefix.start, route.start)) continue;
      const found = relate(prefix, route);
      if (found === 'always') return found;
      if (found === 'sometimes') relation = found;
    }
    return relation;
  }
}

function mayOverlap(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Compares a prefix with a route, also where the matchers cannot: those of Express 4. */
function relate(prefix: ComparedPattern, route: ComparedPattern): PrefixRelation {
  const relation = prefix.matcher.covers(route.matcher);
  const isLiteral = isSinglePattern(prefix.matcher) && LITERAL.test(prefix.matcher.pattern);
  if (relation !== 'sometimes' || !isLiteral) return relation;
  return `${route.start}/`.startsWith(`${prefix.start}/`) ? 'always' : 'sometimes';
}

const LITERAL = /^[\w./~-]*$/;

/** The characters before the first one with a meaning. One that a `?` or `*` may remove does not count. */
function literalStart(pattern: string): string {
  const start = /^(?:[\w./~-](?![?*+]))*/.exec(pattern)?.[0] ?? '';
  return start.replace(/\/$/, '').toLowerCase();
}
