/** @module Cold: the options that only `formBody()` has, and their validation. */

import type { TextBodyOptions } from '@nextpress/body';
import { booleanOption, integerOption } from '@nextpress/semantics/options';

/** Options of {@link formBody}. */
export interface FormBodyOptions extends TextBodyOptions {
  /**
   * Whether `a[b]=1` and `a[]=1` become objects and arrays, as in `qs`. Otherwise `a[b]` is an ordinary name.
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
   * With `extended`, this index or a larger one makes an object: `a[100]=1` has the key `100`.
   * @defaultValue `100`
   */
  readonly arrayLimit?: number;
  /**
   * Whether a pair `utf8=✓` determines the charset and is removed.
   * @defaultValue `false`
   */
  readonly charsetSentinel?: boolean;
  /**
   * Whether to decode `&#9786;` in ISO-8859-1 forms.
   * @defaultValue `false`
   */
  readonly interpretNumericEntities?: boolean;
}

/** Validated options, with defaults. */
export type FormSettings = Required<Omit<FormBodyOptions, keyof TextBodyOptions>>;

const OWNER = 'formBody';

/** Recursive code that reads deeper values may overflow the stack. */
const MAX_DEPTH = 1_000;

const DEFAULTS: FormSettings = {
  extended: false,
  parameterLimit: 1_000,
  depth: 32,
  arrayLimit: 100,
  charsetSentinel: false,
  interpretNumericEntities: false,
};

/** The names of the options that {@link compileFormSettings} validates. */
export const FORM_OPTIONS: readonly string[] = Object.keys(DEFAULTS);

/**
 * Validates the options and fills in defaults.
 *
 * @throws {TypeError} if an option is invalid
 */
export function compileFormSettings(options: FormBodyOptions): FormSettings {
  const given = (name: keyof FormSettings): unknown =>
    options[name] === undefined ? DEFAULTS[name] : options[name];
  const flag = (name: keyof FormSettings): boolean => booleanOption(OWNER, name, given(name));
  const count = (name: keyof FormSettings, min: number, max = Number.POSITIVE_INFINITY): number =>
    integerOption(OWNER, name, given(name), min, max);
  return {
    extended: flag('extended'),
    parameterLimit: count('parameterLimit', 1),
    depth: count('depth', 0, MAX_DEPTH),
    arrayLimit: count('arrayLimit', 0),
    charsetSentinel: flag('charsetSentinel'),
    interpretNumericEntities: flag('interpretNumericEntities'),
  };
}
