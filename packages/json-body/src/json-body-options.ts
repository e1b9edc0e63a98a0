/** @module Cold: the options that only `jsonBody()` has, and their validation. */

import type { TextBodyOptions } from '@nextpress/body';
import { booleanOption, functionOption, integerOption } from '@nextpress/semantics/options';

/** Options of {@link jsonBody}. */
export interface JsonBodyOptions extends TextBodyOptions {
  /**
   * Whether to accept only objects and arrays, rather than any JSON value.
   * @defaultValue `true`
   */
  readonly strict?: boolean;
  /**
   * Second argument of `JSON.parse`. If it throws, the body is rejected with 400.
   * @defaultValue none
   */
  readonly reviver?: (this: unknown, key: string, value: unknown) => unknown;
  /**
   * Maximum nesting of objects and arrays. With `Infinity`, recursive code such as `JSON.stringify` may overflow the stack.
   * @defaultValue `1_000`
   */
  readonly depth?: number;
  /**
   * Maximum number of keys in all objects together.
   * @defaultValue `Infinity`
   */
  readonly keyLimit?: number;
}

/** Validated options, with defaults. */
export interface JsonSettings {
  readonly strict: boolean;
  readonly reviver: JsonBodyOptions['reviver'] | undefined;
  readonly depth: number;
  readonly keyLimit: number;
}

/** The names of the options that {@link compileJsonSettings} validates. */
export const JSON_OPTIONS: readonly string[] = ['strict', 'reviver', 'depth', 'keyLimit'];

/**
 * Validates the options and fills in defaults.
 *
 * @throws {TypeError} if an option is invalid
 */
export function compileJsonSettings(options: JsonBodyOptions): JsonSettings {
  const { strict = true, reviver, depth = 1_000, keyLimit = Number.POSITIVE_INFINITY } = options;
  return {
    strict: booleanOption('jsonBody', 'strict', strict),
    reviver: functionOption('jsonBody', 'reviver', reviver),
    depth: integerOption('jsonBody', 'depth', depth, 1, Number.POSITIVE_INFINITY),
    keyLimit: integerOption('jsonBody', 'keyLimit', keyLimit, 0, Number.POSITIVE_INFINITY),
  };
}
