/**
 * @module The query as nested objects and lists, `a[b][]=1`, by the rules of the qs package: no RFC has any.
 *
 * For `req.query` of applications that ask for it, and for form bodies: `parseNestedQuery(text, limits?)`.
 */

import { BareObject } from './internal/bare-object.ts';
import { decodeNestedComponent } from './internal/nested-component.ts';
import { splitName } from './internal/nested-path.ts';
import { NestedTree } from './internal/nested-tree.ts';
import { integerOption } from './options.ts';

/** What a nested query holds: texts, lists, and objects of these. */
export type NestedQuery = { [name: string]: NestedValue };

/** One value of a {@link NestedQuery}. */
export type NestedValue = string | NestedValue[] | NestedQuery;

/** Options of {@link parseNestedQuery}. */
export interface NestedQueryLimits {
  /**
   * How many levels of brackets are read, 0 to 1000. What follows is part of the last key.
   * @defaultValue 5
   */
  readonly depth?: number;
  /**
   * The length of the longest list, and the number that a place in a list is below. A longer list is an object, its
   * keys the places.
   * @defaultValue 20
   */
  readonly arrayLimit?: number;
  /**
   * How many name-value pairs are read; those after them are ignored. An empty pair counts.
   * @defaultValue 1000
   */
  readonly parameterLimit?: number;
  /**
   * Whether a name of more levels than `depth` makes the result `undefined`.
   * @defaultValue false
   */
  readonly strictDepth?: boolean;
}

type ValuesByName = Record<string, string | string[]>;

const OWNER = 'parseNestedQuery';
const MAX_DEPTH = 1000;

/**
 * Reads a query or a form body, with nested names: `a[b]=1` is an object in an object, `a[]=1` and `a[0]=1` are lists,
 * a name that occurs more than once is one.
 *
 * The objects are plain ones. A name that would reach their prototype, `__proto__`, is dropped; others hide what is
 * inherited (`toString`): a value is what `Object.hasOwn` finds. Nothing is an error: an escape that isn't one is text,
 * and octets that aren't UTF-8 give U+FFFD. The time is linear in the length, whatever the names.
 *
 * @param text - one character per octet, without a `?`
 * @returns `undefined` when `strictDepth` is set and a name has too many levels: answer 400
 * @throws {TypeError} when a limit is not accepted
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

  // A bracket may be sent as an escape, and separates all the same.
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

/** What the tree would make of names without brackets. */
function flatQuery(values: ValuesByName, arrayLimit: number): NestedQuery {
  const query: NestedQuery = {};
  for (const [name, value] of Object.entries(values)) {
    if (name === '__proto__') continue;
    query[name] = typeof value === 'string' || value.length <= arrayLimit ? value : { ...value };
  }
  return query;
}

/** The values of each name, as it was sent: numbers first, as qs takes them, then by first occurrence. */
function valuesByName(text: string, parameterLimit: number): ValuesByName {
  const values = new BareObject<ValuesByName>();
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

/** The index of the `=` after a pair's name: the first that follows a bracket's end, or else the first. */
function nameEnd(pair: string): number {
  const bracket = pair.indexOf(']=');
  const end = bracket === -1 ? pair.indexOf('=') : bracket + 1;
  return end === -1 ? pair.length : end;
}
