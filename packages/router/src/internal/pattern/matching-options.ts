import type { PatternMatchingOptions } from '../../router-types.ts';
import { inspectValue } from './inspect-value.ts';

/** Decodes a value. Only called if the value contains a `%`. */
export type Decode = (raw: string) => string;

/** The options of patterns, validated and with their defaults. */
export interface MatchingOptions {
  readonly caseSensitive: boolean;
  readonly strict: boolean;
  readonly canonicalize: ((literal: string) => string) | undefined;
  readonly decode: Decode;
  readonly lenient: boolean;
  /** Whether a pattern must match the whole path. */
  readonly end: boolean;
}

/**
 * Reads the options that routers, matchers and prefixes share.
 *
 * @throws TypeError naming the invalid option
 */
export function matchingOptions(
  options: PatternMatchingOptions & { readonly end?: boolean },
  lenient: boolean = options.lenient ?? false,
): MatchingOptions {
  const { caseSensitive = true, strict = true, canonicalize, decode = decodeOrKeep, end = true } = options;
  expectType('caseSensitive', caseSensitive, 'boolean');
  expectType('strict', strict, 'boolean');
  expectType('lenient', lenient, 'boolean');
  if (canonicalize !== undefined) expectType('canonicalize', canonicalize, 'function');
  expectType('decode', decode, 'function');
  expectType('end', end, 'boolean');
  return { caseSensitive, strict, canonicalize, decode, lenient, end };
}

/** Whether patterns have the same forms with both options. */
export function readAlike(one: MatchingOptions, other: MatchingOptions): boolean {
  return (
    one.caseSensitive === other.caseSensitive &&
    one.strict === other.strict &&
    one.canonicalize === other.canonicalize &&
    one.lenient === other.lenient
  );
}

/** @throws TypeError if an option or parameter has another type */
export function expectType(name: string, value: unknown, type: 'boolean' | 'function' | 'string'): void {
  if (typeof value !== type) {
    throw new TypeError(`Invalid \`${name}\`: expected a ${type}, got ${inspectValue(value)}`);
  }
}

/** @throws TypeError if the options are not an object */
export function expectOptions(options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new TypeError(`Invalid \`options\`: expected an object, got ${inspectValue(options)}`);
}

/** The default `decode`: text that is not valid UTF-8 stays unchanged. */
function decodeOrKeep(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
