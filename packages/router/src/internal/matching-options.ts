import type { PatternMatchingOptions } from '../router-types.ts';
import { inspected } from './inspected.ts';
import { type Decode, decodeOrKeep } from './params.ts';

/** The options of patterns, checked and with their defaults. */
export interface MatchingOptions {
  readonly caseSensitive: boolean;
  readonly strict: boolean;
  readonly canonicalize: ((literal: string) => string) | undefined;
  readonly decode: Decode;
  readonly lenient: boolean;
}

/**
 * Reads the options that routers, matchers and prefixes share.
 *
 * @throws TypeError naming the option that is not what it has to be
 */
export function matchingOptions(options: PatternMatchingOptions): MatchingOptions {
  const {
    caseSensitive = true,
    strict = true,
    canonicalize,
    decode = decodeOrKeep,
    lenient = false,
  } = options;
  check('caseSensitive', caseSensitive, 'boolean');
  check('strict', strict, 'boolean');
  check('lenient', lenient, 'boolean');
  if (canonicalize !== undefined) check('canonicalize', canonicalize, 'function');
  check('decode', decode, 'function');
  return { caseSensitive, strict, canonicalize, decode, lenient };
}

/** Refuses a value whose type is another. */
export function check(name: string, value: unknown, type: 'boolean' | 'function' | 'string'): void {
  if (typeof value !== type) throw new TypeError(`\`${name}\` has to be a ${type}, not ${inspected(value)}`);
}

/** Refuses options that are no object; `undefined` has had its default before. */
export function checkOptions(options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new TypeError(`\`options\` has to be an object, not ${inspected(options)}`);
}
