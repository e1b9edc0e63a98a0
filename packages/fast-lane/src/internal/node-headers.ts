/** @module How this Node makes `req.headers`: asked of its own code, once for each name. */

import { IncomingMessage } from 'node:http';

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

interface NodeMethods {
  _addHeaderLine?: AddHeaderLine;
}

const methods = IncomingMessage.prototype as unknown as NodeMethods;
const accessor = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers');
const readAccessor: unknown = accessor?.get;

/** Node's method that puts one field in the table. */
export const addHeaderLine: AddHeaderLine = methods._addHeaderLine as AddHeaderLine;

/** Whether it is Node's own, and all that its getter of `headers` does: agents that patch load first. */
const BORN_PLAIN: boolean =
  String(addHeaderLine).includes('matchKnownFields(') &&
  String(readAccessor).includes('this._addHeaderLine(src[n + 0], src[n + 1], dst)');
const RESULTS: Readonly<Record<string, Duplicates>> = { a: 'drop', 'a, b': 'list', 'a; b': 'cookie' };

/**
 * Whether Node's own code makes `headers` of a request, now.
 *
 * @param prototype - of the request's class, before the lane's
 */
export function makesPlainHeaders(req: IncomingMessage, prototype: object): boolean {
  return (
    BORN_PLAIN &&
    (req as unknown as NodeMethods)._addHeaderLine === addHeaderLine &&
    getterOf(prototype, 'headers') === readAccessor
  );
}

function getterOf(object: object, name: string): unknown {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at)) {
    const property = Object.getOwnPropertyDescriptor(at, name);
    if (property !== undefined) return property.get;
  }
  return undefined;
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
