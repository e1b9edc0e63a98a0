/** @module How this Node builds `req.headers`, determined by calling its own code once per name. */

import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { HEADERS, type NodeRequest } from '@nextpress-internal/internals/node';

/** What Node does with a repeated header. */
export type Duplicates =
  /** Drops it, or joins it with a comma if the server joins duplicates. */
  | 'drop'
  /** Joins it with a comma. */
  | 'list'
  /** Joins it with a semicolon. */
  | 'cookie'
  /** Collects all values in an array. */
  | 'array';

const prototype = IncomingMessage.prototype as NodeRequest;

/** Node's method that adds one header to `headers`. */
export const addHeaderLine: NodeRequest['_addHeaderLine'] = prototype._addHeaderLine;
const getter = Object.getOwnPropertyDescriptor(prototype, 'headers')?.get;
/** Whether this Node builds `headers` as the lane does. Agents may have patched it before this module was loaded. */
const BORN_PLAIN: boolean =
  HEADERS in new IncomingMessage(new Socket()) &&
  String(addHeaderLine).includes('matchKnownFields(') &&
  String(getter).includes('this._addHeaderLine(src[n + 0], src[n + 1], dst)');
const RESULTS: Readonly<Record<string, Duplicates>> = { a: 'drop', 'a, b': 'list', 'a; b': 'cookie' };

/** Whether a request class has Node's own method for adding a header. */
export function hasPlainLines(object: object): boolean {
  return Reflect.get(object, '_addHeaderLine') === addHeaderLine;
}

/** Whether a request class has Node's own `headers`, in a form that the lane knows. */
export function hasPlainHeaders(object: object): boolean {
  let at: object | null = object;
  while (at !== null && !Object.hasOwn(at, 'headers')) at = Object.getPrototypeOf(at);
  return BORN_PLAIN && at === prototype;
}

/**
 * Determines what Node does with duplicates.
 *
 * @param key - the lower-case name
 * @returns `undefined` for a name that Node handles specially, e.g. `__proto__`
 */
export function duplicatesOf(key: string): Duplicates | undefined {
  const table: Record<string, unknown> = {};
  for (const value of ['a', 'b']) addHeaderLine.call({ joinDuplicateHeaders: false }, key, value, table);
  if (!Object.hasOwn(table, key)) return undefined;
  const result = table[key];
  return Array.isArray(result) ? 'array' : RESULTS[String(result)];
}
