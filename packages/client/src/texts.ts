/** @module Writes values as strings for URLs, headers and forms. */

/**
 * Converts a value to a string that the server converts back.
 *
 * @param what - names the value in errors, such as `query "page"`
 * @throws TypeError for values without a string form, such as `null` and objects
 */
export function textOf(what: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return String(value);
  throw new TypeError(
    `Invalid ${what}: expected a string, a number, a boolean or a Date, got ${nameOf(value)}. Omit it if there is no value.`,
  );
}

/** The string for a value, or for an array, whose items are separated by commas (`style: simple` in OpenAPI). */
export function simpleText(what: string, value: unknown, encode: (text: string) => string = String): string {
  if (!Array.isArray(value)) return encode(textOf(what, value));
  const texts = value.map((item) => textOf(what, item));
  const divided = texts.find((text) => text.includes(','));
  if (divided === undefined) return texts.map(encode).join(',');
  throw new TypeError(
    `Invalid ${what}: expected items without commas, which separate them, got ${JSON.stringify(divided)}.`,
  );
}

/** The query string with its `?`. An array repeats its name, and an object becomes `name[key]=value` (`style: deepObject`). */
export function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) addValue(pairs, name, value);
  return pairs.size > 0 ? `?${pairs}` : '';
}

function addValue(pairs: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) if (item !== undefined) pairs.append(name, textOf(`query "${name}"`, item));
  } else if (isPlain(value)) {
    for (const [key, inner] of Object.entries(value)) addValue(pairs, `${name}[${keyOf(name, key)}]`, inner);
  } else pairs.append(name, textOf(`query "${name}"`, value));
}

function keyOf(name: string, key: string): string {
  if (!/[[\]]/.test(key)) return key;
  throw new TypeError(
    `Invalid query "${name}": expected names without brackets, got ${JSON.stringify(key)}.`,
  );
}

/** Whether a value is a plain object, not an instance of a class. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Describes a value in error messages. */
export function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  return isPlain(value) ? 'an object' : `an instance of ${value.constructor?.name}`;
}
