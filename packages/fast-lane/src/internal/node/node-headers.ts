/** @module How this Node makes `req.headers`: asked of its own code, once for each name. */

import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { HEADERS } from './node-internals.ts';

/** What becomes of a second field with the same name. */
export type Duplicates =
  /** It is dropped, or joined with a comma if the server joins duplicates. */
  | 'drop'
  /** Joined with a comma. */
  | 'list'
  /** Joined with a semicolon. */
  | 'cookie'
  /** All are put in an array. */
  | 'array';

type AddHeaderLine = (
  this: { readonly joinDuplicateHeaders: boolean },
  name: string,
  value: string,
  table: object,
) => void;

const { prototype } = IncomingMessage;

/** Node's method that puts one field in the table. */
export const addHeaderLine: AddHeaderLine = Reflect.get(prototype, '_addHeaderLine');
const getter = Object.getOwnPropertyDescriptor(prototype, 'headers')?.get;
/** Whether the table is made as the lane makes it: agents that patch load first. */
const BORN_PLAIN: boolean =
  HEADERS in new IncomingMessage(new Socket()) &&
  String(addHeaderLine).includes('matchKnownFields(') &&
  String(getter).includes('this._addHeaderLine(src[n + 0], src[n + 1], dst)');
const RESULTS: Readonly<Record<string, Duplicates>> = { a: 'drop', 'a, b': 'list', 'a; b': 'cookie' };

/** Whether a field is put in the table by Node's method, for all requests of a class. */
export function hasPlainLines(object: object): boolean {
  return Reflect.get(object, '_addHeaderLine') === addHeaderLine;
}

/** Whether requests of a class have Node's `headers`, which can't be redefined, and it is one that is understood. */
export function hasPlainHeaders(object: object): boolean {
  let at: object | null = object;
  while (at !== null && !Object.hasOwn(at, 'headers')) at = Object.getPrototypeOf(at);
  return BORN_PLAIN && at === prototype;
}

/**
 * What Node does with fields of a name.
 *
 * @param key - the name in lower case
 * @returns `undefined` for a name that isn't put in the table as others are, such as `__proto__`
 */
export function duplicatesOf(key: string): Duplicates | undefined {
  const table: Record<string, unknown> = {};
  for (const value of ['a', 'b']) addHeaderLine.call({ joinDuplicateHeaders: false }, key, value, table);
  if (!Object.hasOwn(table, key)) return undefined;
  const result = table[key];
  return Array.isArray(result) ? 'array' : RESULTS[String(result)];
}
