/** @module Parses a query with nested names, `a[b][]=1`, as the qs package does. */

import { bareObject } from './internal/bare-object.ts';
import { decodeNestedComponent } from './internal/nested-component.ts';
import { splitName } from './internal/nested-path.ts';
import { NestedTree } from './internal/nested-tree.ts';
import { integerOption } from './options.ts';

/** Strings, arrays and objects by name. */
export type NestedQuery = { [name: string]: NestedValue };

/** One value of a {@link NestedQuery}. */
export type NestedValue = string | NestedValue[] | NestedQuery;

/** Options of {@link parseNestedQuery}. */
export interface NestedQueryLimits {
  /**
   * Maximum levels of brackets, from 0 to 1000. Further brackets are part of the last key.
   * @defaultValue 5
   */
  readonly depth?: number;
  /**
   * Maximum length of an array. A longer array, or one with an index at or above the limit, becomes an object with the
   * indexes as keys.
   * @defaultValue 20
   */
  readonly arrayLimit?: number;
  /**
   * Maximum number of name-value pairs, including empty ones. Further pairs are ignored.
   * @defaultValue 1000
   */
  readonly parameterLimit?: number;
  /**
   * Whether to return `undefined` if a name has more levels than `depth`.
   * @defaultValue false
   */
  readonly strictDepth?: boolean;
}

type ValuesByName = Record<string, string | string[]>;

const OWNER = 'parseNestedQuery';
const MAX_DEPTH = 1000;

/**
 * Parses a query or a form body with nested names. `a[b]=1` becomes a nested object; `a[]=1`, `a[0]=1` and repeated
 * names become arrays.
 *
 * The result consists of plain objects. The name `__proto__` is ignored. Other names can shadow inherited properties
 * such as `toString`, so use `Object.hasOwn`. Malformed input never throws: a name or value with a malformed escape, or
 * whose escapes are not UTF-8, keeps all of its escapes. Parsing takes linear time.
 *
 * @param text - one character per byte, without `?`
 * @returns `undefined` if `strictDepth` is set and a name has too many levels. Respond with 400.
 * @throws {TypeError} for an invalid limit
 *
 * @example
 * import { parseNestedQuery } from '@nextpress/semantics/nested-query';
 *
 * parseNestedQuery('user[name]=ann&user[tags][]=a&user[tags][]=b'); // => { user: { name: "ann", tags: ["a", "b"] } }
 * parseNestedQuery('a[b][c]=1', { depth: 1 }); // => { a: { b: { "[c]": "1" } } }
 * parseNestedQuery('a[b][c]=1', { depth: 1, strictDepth: true }); // => undefined
 */
export function parseNestedQuery(
  text: string,
  limits: NestedQueryLimits & { readonly strictDepth: true },
): NestedQuery | undefined;
export function parseNestedQuery(
  text: string,
  limits?: NestedQueryLimits & { readonly strictDepth?: false },
): NestedQuery;
export function parseNestedQuery(text: string, limits: NestedQueryLimits = {}): NestedQuery | undefined {
  const { depth = 5, arrayLimit = 20, parameterLimit = 1000, strictDepth = false } = limits;
  integerOption(OWNER, 'depth', depth, 0, MAX_DEPTH);
  integerOption(OWNER, 'arrayLimit', arrayLimit, 0, Number.POSITIVE_INFINITY);
  integerOption(OWNER, 'parameterLimit', parameterLimit, 1, Number.POSITIVE_INFINITY);

  // Escaped brackets mean the same.
  const unescaped = text.includes('%5') ? text.replace(/%5B/gi, '[').replace(/%5D/gi, ']') : text;
  const values = valuesByName(unescaped, parameterLimit);
  if (!unescaped.includes('[')) return flatQuery(values, arrayLimit);
  const tree = new NestedTree(arrayLimit);
  for (const [name, value] of Object.entries(values)) {
    const steps = splitName(name, depth, strictDepth);
    if (steps === undefined) return undefined;
    tree.add(steps, value);
  }
  return tree.finish() as NestedQuery;
}

/** Fast path for names without brackets, with the same result as the tree. */
function flatQuery(values: ValuesByName, arrayLimit: number): NestedQuery {
  const query: NestedQuery = {};
  for (const [name, value] of Object.entries(values)) {
    if (name === '__proto__') continue;
    query[name] = typeof value === 'string' || value.length <= arrayLimit ? value : { ...value };
  }
  return query;
}

/** Collects the values of each name. Numeric names come first, as in qs. */
function valuesByName(text: string, parameterLimit: number): ValuesByName {
  const values = bareObject<ValuesByName>();
  const limit = Math.min(parameterLimit, 2 ** 32 - 1);
  for (const pair of text.split('&', limit)) {
    const end = nameEnd(pair);
    const name = decodeNestedComponent(pair.slice(0, end));
    if (name === '') continue;
    const value = decodeNestedComponent(pair.slice(end + 1));
    const present = values[name];
    if (present === undefined) values[name] = value;
    else if (typeof present === 'string') values[name] = [present, value];
    else present.push(value);
  }
  return values;
}

/** The index of the `=` after the name: the first one after a closing bracket, or else the first one. */
function nameEnd(pair: string): number {
  const bracket = pair.indexOf(']=');
  const end = bracket === -1 ? pair.indexOf('=') : bracket + 1;
  return end === -1 ? pair.length : end;
}
