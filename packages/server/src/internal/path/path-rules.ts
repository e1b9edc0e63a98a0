import type { RouterOptions } from '@nextpress/router';
import { canonicalText } from '@nextpress/semantics/request-target';
import { decodeParam } from './path-params.ts';

/** How an application reads patterns and paths: the options its router, its prefixes and its routes share. */
export type PathRules = Required<Pick<RouterOptions, 'caseSensitive' | 'strict' | 'canonicalize' | 'decode'>>;

/** The rules for patterns in an application whose requests have canonical targets. */
export function createPathRules(caseSensitive: boolean, strict: boolean): PathRules {
  return { caseSensitive, strict, canonicalize: canonicalPattern, decode: decodeParam };
}

/** The rules for mount prefixes: a slash at their end never matters, as in Express, so `use('/admin/')` guards `/admin`. */
export function prefixRules(rules: PathRules): PathRules {
  return { ...rules, strict: false };
}

/** Brings the literal text of a pattern into the form that every request target has. */
function canonicalPattern(text: string): string {
  const canonical = canonicalText(text);
  if (canonical === undefined) {
    throw new TypeError(`"${text}" holds a malformed escape: write "%25" for a percent sign`);
  }
  return canonical;
}

/** A dot segment as RFC 3986 §5.2.4 knows it, its dots escaped or not. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i;

/**
 * Refuses a pattern or a prefix that no canonical path can match.
 *
 * @throws TypeError when a segment of it is `.` or `..`
 */
export function checkDotSegments(pattern: string): void {
  if (!DOT_SEGMENT.test(pattern)) return;
  throw new TypeError(
    `"${pattern}" has a dot segment, which no request's canonical path has: write it without`,
  );
}
