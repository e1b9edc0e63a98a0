/** @module Validates options at startup, and prints values in error messages. */

/** The longest delay of a Node timer, in milliseconds. */
export const MAX_TIMER_DELAY: number = 2 ** 31 - 1;

/**
 * Prints a value for an error message. Objects and functions are printed without their contents, which may be long or secret.
 *
 * @example
 * import { printValue } from '@nextpress/semantics/options';
 *
 * printValue('200'); // => "\"200\""
 * printValue(5n); // => "5n"
 * printValue(new Date(0)); // => "an instance of Date"
 */
export function printValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return value.name === '' ? 'a function' : `function ${value.name}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  const { name } = value.constructor ?? Object;
  return name === 'Object' ? 'an object' : `an instance of ${name}`;
}

/**
 * Creates the error for an invalid value.
 *
 * @param what - what the value is for, such as `path for sendFile()`
 *
 * @example
 * import { invalidValue } from '@nextpress/semantics/options';
 *
 * invalidValue('port', 'an integer from 0 to 65535', '80').message; // => "Invalid port: expected an integer from 0 to 65535, got \"80\"."
 */
export function invalidValue(what: string, expected: string, value: unknown): TypeError {
  return new TypeError(`Invalid ${what}: expected ${expected}, got ${printValue(value)}.`);
}

/**
 * Creates the error for an option with an invalid value.
 *
 * @param owner - the name of the function that takes the option
 *
 * @example
 * import { invalidOption } from '@nextpress/semantics/options';
 *
 * invalidOption('readCsv', 'header', 'true or false', 1).message; // => "Invalid option \"header\" of readCsv(): expected true or false, got 1."
 */
export function invalidOption(owner: string, option: string, expected: string, value: unknown): TypeError {
  return invalidValue(`option "${option}" of ${owner}()`, expected, value);
}

/** @throws {TypeError} if the options are not an object */
export function checkOptionsObject(owner: string, options: unknown): void {
  if (typeof options === 'object' && options !== null) return;
  throw invalidValue(`options of ${owner}()`, 'an object', options);
}

/**
 * Checks that the options are an object without unknown names.
 *
 * @param names - the names of all options
 * @param remedies - what to use instead of some unknown names
 * @throws {TypeError} if the options are not an object, or a name is unknown
 */
export function checkOptionNames(
  owner: string,
  options: unknown,
  names: readonly string[],
  remedies: Readonly<Record<string, string>> = {},
): void {
  checkOptionsObject(owner, options);
  for (const name of Object.keys(options as object)) {
    if (names.includes(name)) continue;
    const remedy = Object.hasOwn(remedies, name) ? remedies[name] : suggestName(name, names);
    throw new TypeError(`Unknown option "${name}" of ${owner}(): ${remedy}.`);
  }
}

function suggestName(unknown: string, names: readonly string[]): string {
  const similar = names.find((name) => name.toLowerCase() === unknown.toLowerCase());
  return similar === undefined ? `expected one of ${names.join(', ')}` : `use "${similar}"`;
}

/** @throws {TypeError} if the value is not a boolean */
export function booleanOption(owner: string, option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalidOption(owner, option, 'true or false', value);
}

/** @throws {TypeError} if the value is neither a function nor `undefined` */
export function functionOption<Callback>(
  owner: string,
  option: string,
  value: Callback | undefined,
): Callback | undefined {
  if (value === undefined || typeof value === 'function') return value;
  throw invalidOption(owner, option, 'a function', value);
}

/**
 * @param max - if `Infinity`, that value is also accepted
 * @throws {TypeError} if the value is not an integer in the range
 */
export function integerOption(
  owner: string,
  option: string,
  value: unknown,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  if (isIntegerFrom(value, min, max)) return value;
  throw invalidOption(owner, option, integerRange(min, max), value);
}

function isIntegerFrom(value: unknown, min: number, max: number): value is number {
  if (value === Number.POSITIVE_INFINITY) return max === value;
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function integerRange(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return `an integer of at least ${min}, or Infinity`;
  return max === Number.MAX_SAFE_INTEGER
    ? `an integer of at least ${min}`
    : `an integer from ${min} to ${max}`;
}
