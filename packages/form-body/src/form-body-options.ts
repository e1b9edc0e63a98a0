/** @module Cold: the options that only `formBody()` has, and their validation. */

import type { TextBodyOptions } from '@nextpress/body';
import { booleanOption, integerOption } from '@nextpress/semantics/options';

/** Options of {@link formBody}. */
export interface FormBodyOptions extends TextBodyOptions {
  /**
   * Whether `a[b]=1` and `a[]=1` make objects and arrays, as in `qs`. Otherwise `a[b]` is an ordinary name.
   * @defaultValue `false`
   */
  readonly extended?: boolean;
  /**
   * Maximum number of name-value pairs.
   * @defaultValue `1_000`
   */
  readonly parameterLimit?: number;
  /**
   * Maximum levels of brackets in a name with `extended`, from 0 to 1000.
   * @defaultValue `32`
   */
  readonly depth?: number;
  /**
   * With `extended`, an index from this number on makes an object: `a[100]=1` has the key `100`.
   * @defaultValue `100`
   */
  readonly arrayLimit?: number;
  /**
   * Whether a pair `utf8=✓` decides the charset, and is removed.
   * @defaultValue `false`
   */
  readonly charsetSentinel?: boolean;
  /**
   * Whether to decode `&#9786;` in forms in ISO-8859-1.
   * @defaultValue `false`
   */
  readonly interpretNumericEntities?: boolean;
}

/** Validated options, with defaults. */
export interface FormSettings {
  readonly extended: boolean;
  readonly parameterLimit: number;
  readonly depth: number;
  readonly arrayLimit: number;
  readonly charsetSentinel: boolean;
  readonly interpretNumericEntities: boolean;
}

/** Recursive code that reads deeper values may overflow the stack. */
const MAX_DEPTH = 1_000;

/** The names of the options that {@link compileFormSettings} validates. */
export const FORM_OPTIONS: readonly string[] = [
  'extended',
  'parameterLimit',
  'depth',
  'arrayLimit',
  'charsetSentinel',
  'interpretNumericEntities',
];

/**
 * Validates the options and fills in defaults.
 *
 * @throws {TypeError} for an invalid option
 */
export function compileFormSettings(options: FormBodyOptions): FormSettings {
  const { extended = false, parameterLimit = 1_000, depth = 32, arrayLimit = 100 } = options;
  const { charsetSentinel = false, interpretNumericEntities = false } = options;
  return {
    extended: booleanOption('formBody', 'extended', extended),
    parameterLimit: integerOption('formBody', 'parameterLimit', parameterLimit, 1, Number.POSITIVE_INFINITY),
    depth: integerOption('formBody', 'depth', depth, 0, MAX_DEPTH),
    arrayLimit: integerOption('formBody', 'arrayLimit', arrayLimit, 0, Number.POSITIVE_INFINITY),
    charsetSentinel: booleanOption('formBody', 'charsetSentinel', charsetSentinel),
    interpretNumericEntities: booleanOption('formBody', 'interpretNumericEntities', interpretNumericEntities),
  };
}
