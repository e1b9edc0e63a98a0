import type { RouterOptions } from '@nextpress/router';
import { canonicalText } from '@nextpress/semantics/request-target';
import type { Dialect } from '../dialect.ts';
import { decodeParam } from './path-params.ts';

/** Options for patterns and paths, shared by the router, the prefixes and the routes of an application. */
export interface PathRules
  extends Required<Pick<RouterOptions, 'caseSensitive' | 'strict' | 'canonicalize' | 'decode' | 'lenient'>> {
  readonly dialect: Dialect;
}

export function createPathRules(caseSensitive: boolean, strict: boolean, dialect: Dialect): PathRules {
  return { caseSensitive, strict, canonicalize: canonicalText, decode: decodeParam, lenient: true, dialect };
}

/** The rules for mount prefixes. As in Express, a trailing slash is ignored, so that `use('/admin/')` guards `/admin`. */
export function prefixRules(rules: PathRules): PathRules {
  return { ...rules, strict: false };
}
