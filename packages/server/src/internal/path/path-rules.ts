import type { RouterOptions } from '@nextpress/router';
import { canonicalText, parseRequestTarget } from '@nextpress/semantics/request-target';
import type { ExpressVersion } from '../application/settings-store.ts';
import { decodeParam } from './path-params.ts';

/** How an application reads patterns and paths: the options its router, its prefixes and its routes share. */
export interface PathRules
  extends Required<Pick<RouterOptions, 'caseSensitive' | 'strict' | 'canonicalize' | 'decode' | 'lenient'>> {
  /** The version of Express whose patterns are read; `undefined` for `createServer()`, which reads those of version 5. */
  readonly expressVersion: ExpressVersion | undefined;
}

/** The rules for patterns in an application whose requests have canonical targets. */
export function createPathRules(
  caseSensitive: boolean,
  strict: boolean,
  expressVersion?: ExpressVersion,
): PathRules {
  return {
    caseSensitive,
    strict,
    canonicalize: canonicalText,
    decode: decodeParam,
    lenient: true,
    expressVersion,
  };
}

/** The rules for mount prefixes: a slash at their end never matters, as in Express, so `use('/admin/')` guards `/admin`. */
export function prefixRules(rules: PathRules): PathRules {
  return { ...rules, strict: false };
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i;
const PLAIN_TEXT = /^\/[^:*?+!()[\]{}"\\]*$/;

/** Removes the dot segments of a pattern that is text alone, as they are removed from every request target. */
export function withoutDotSegments(pattern: string): string {
  if (!DOT_SEGMENT.test(pattern) || !PLAIN_TEXT.test(pattern)) return pattern;
  return parseRequestTarget(pattern)?.pathname ?? pattern;
}
