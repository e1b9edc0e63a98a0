/** @module Cold: the options of `formBody()` that are its own, checked. */

import type { TextBodyOptions } from '@nextpress/body';
import { booleanOption, countOption } from '@nextpress/body';

/** What {@link formBody} takes. Every option that is left out has its default. */
export interface FormBodyOptions extends TextBodyOptions {
  /**
   * Whether `a[b]=1` and `a[]=1` make objects and lists, by the rules of `qs`; otherwise `a[b]` is a name like others.
   * @defaultValue `false`
   */
  readonly extended?: boolean;
  /**
   * How many pairs a form may have. `Infinity` for no limit.
   * @defaultValue `1_000`
   */
  readonly parameterLimit?: number;
  /**
   * How many levels of brackets a name may have with `extended`, 0 to 1000.
   * @defaultValue `32`
   */
  readonly depth?: number;
  /**
   * The number that a place in a list is below with `extended`: `a[100]=1` is an object with the key `100`.
   * @defaultValue `100`
   */
  readonly arrayLimit?: number;
  /**
   * Whether a pair `utf8=✓` tells the charset, and is left out.
   * @defaultValue `false`
   */
  readonly charsetSentinel?: boolean;
  /**
   * Whether `&#9786;` in a form of the charset ISO-8859-1 is the character of that number.
   * @defaultValue `false`
   */
  readonly interpretNumericEntities?: boolean;
}

/** The options, complete. */
export interface FormSettings {
  readonly extended: boolean;
  readonly parameterLimit: number;
  readonly depth: number;
  readonly arrayLimit: number;
  readonly charsetSentinel: boolean;
  readonly interpretNumericEntities: boolean;
}

/** What reads and writes nested values is recursive. */
const MOST_DEPTH = 1_000;

/** The names of the options that {@link compileFormSettings} checks. */
export const FORM_OPTIONS: readonly string[] = [
  'extended',
  'parameterLimit',
  'depth',
  'arrayLimit',
  'charsetSentinel',
  'interpretNumericEntities',
];

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} naming the option, what it is and what to write
 */
export function compileFormSettings(options: FormBodyOptions): FormSettings {
  const { extended = false, parameterLimit = 1_000, depth = 32, arrayLimit = 100 } = options;
  const { charsetSentinel = false, interpretNumericEntities = false } = options;
  return {
    extended: booleanOption('formBody', 'extended', extended),
    parameterLimit: countOption('formBody', 'parameterLimit', parameterLimit, 1),
    depth: checkedDepth(depth),
    arrayLimit: countOption('formBody', 'arrayLimit', arrayLimit, 0),
    charsetSentinel: booleanOption('formBody', 'charsetSentinel', charsetSentinel),
    interpretNumericEntities: booleanOption('formBody', 'interpretNumericEntities', interpretNumericEntities),
  };
}

function checkedDepth(depth: number): number {
  const checked = countOption('formBody', 'depth', depth, 0);
  if (checked <= MOST_DEPTH) return checked;
  throw new RangeError(
    `formBody: option "depth" is ${depth}; write at most ${MOST_DEPTH}: a deeper value overflows stacks`,
  );
}
