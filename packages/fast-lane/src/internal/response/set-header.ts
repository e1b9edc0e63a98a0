/** @module Hot: sets a response header like Node's `setHeader`, if name and value are plain. */

import { type NodeResponse, OUT_HEADERS } from '@nextpress-internal/internals/node';
import { headerName } from './header-name.ts';

/** Matches anything but HTAB, SP and VCHAR. */
export const NOT_PLAIN_VALUE: RegExp = /[^\t\x20-\x7e]/;

type Table = Record<string, [name: string, value: unknown]>;

// V8: fast to iterate over, like an object with a shape. Node's own `{ __proto__: null }` is a dictionary.
// proof: test/internal/lane-classes.shape.test.ts
function HeaderTable(this: Table): void {}
HeaderTable.prototype = Object.freeze(Object.create(null));
const TableClass = HeaderTable as unknown as new () => Table;

/** Returns `false` and changes nothing if Node must set or reject the header. */
export function setPlainHeader(res: NodeResponse, name: string, value: unknown): boolean {
  if (res._header !== null || typeof value !== 'string') return false;
  const header = headerName(name);
  if (header === undefined || NOT_PLAIN_VALUE.test(value)) return false;
  let table = res[OUT_HEADERS] as Table | null;
  if (table === null) {
    table = new TableClass();
    res[OUT_HEADERS] = table;
  }
  table[header.lowerCase] = [name, value];
  return true;
}
