/** @module Cold: the options of `jsonBody()` that are its own, checked. */

import type { TextBodyOptions } from '@nextpress/body';
import { booleanOption, countOption, functionOption } from '@nextpress/body';

/** What {@link jsonBody} takes. Every option that is left out has its default. */
export interface JsonBodyOptions extends TextBodyOptions {
  /**
   * Whether only objects and arrays are accepted; otherwise any JSON value is.
   * @defaultValue `true`
   */
  readonly strict?: boolean;
  /**
   * Second argument of `JSON.parse`. What it throws refuses the body, with 400.
   * @defaultValue none
   */
  readonly reviver?: (this: unknown, key: string, value: unknown) => unknown;
  /**
   * How many objects and arrays may be inside each other. `Infinity` for no limit: recursive code that is given the value,
   * `JSON.stringify` included, then overflows the stack.
   * @defaultValue `1_000`
   */
  readonly depth?: number;
  /**
   * How many keys all objects of the body may have together.
   * @defaultValue `Infinity`
   */
  readonly keyLimit?: number;
}

/** The options, complete. */
export interface JsonSettings {
  readonly strict: boolean;
  readonly reviver: JsonBodyOptions['reviver'] | undefined;
  readonly depth: number;
  readonly keyLimit: number;
}

/** The names of the options that {@link compileJsonSettings} checks. */
export const JSON_OPTIONS: readonly string[] = ['strict', 'reviver', 'depth', 'keyLimit'];

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} naming the option, what it is and what to write
 */
export function compileJsonSettings(options: JsonBodyOptions): JsonSettings {
  const { strict = true, reviver, depth = 1_000, keyLimit = Number.POSITIVE_INFINITY } = options;
  return {
    strict: booleanOption('jsonBody', 'strict', strict),
    reviver: functionOption('jsonBody', 'reviver', reviver),
    depth: countOption('jsonBody', 'depth', depth, 1),
    keyLimit: countOption('jsonBody', 'keyLimit', keyLimit, 0),
  };
}
