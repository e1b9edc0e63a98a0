import type { ExpressVersion } from '@nextpress/core';
import type { RouterOptions } from '@nextpress/router';
import { canonicalText } from '@nextpress/semantics/request-target';
import { decodeParam } from './path-params.ts';

/** Options for patterns and paths, shared by the router, the prefixes and the routes of an application. */
export interface PathRules
  extends Required<Pick<RouterOptions, 'caseSensitive' | 'strict' | 'canonicalize' | 'decode' | 'lenient'>> {
  /** The version of Express whose pattern syntax applies; `undefined` for `createServer()`, which has that of version 5. */
  readonly expressVersion: ExpressVersion | undefined;
}

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

/** The rules for mount prefixes. As in Express, a trailing slash is ignored, so that `use('/admin/')` guards `/admin`. */
export function prefixRules(rules: PathRules): PathRules {
  return { ...rules, strict: false };
}
