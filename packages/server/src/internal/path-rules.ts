import type { RouterOptions } from '@nextpress/router';
import { canonicalText } from '@nextpress/semantics/request-target';

/** How an application reads patterns and paths: the options its router, its prefixes and its routes share. */
export type PathRules = Required<Pick<RouterOptions, 'caseSensitive' | 'strict' | 'canonicalize'>>;

/** The rules for patterns in an application whose requests have canonical targets. */
export function createPathRules(caseSensitive: boolean, strict: boolean): PathRules {
  return { caseSensitive, strict, canonicalize: canonicalPattern };
}

/** Brings the literal text of a pattern into the form that every request target has. */
function canonicalPattern(text: string): string {
  const canonical = canonicalText(text);
  if (canonical === undefined) {
    throw new TypeError(`"${text}" holds a malformed escape: write "%25" for a percent sign`);
  }
  return canonical;
}
