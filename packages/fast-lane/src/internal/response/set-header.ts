/**
 * @module Hot: sets a field of a response as Node's `setHeader` does, for names and values that need no thought. Bench:
 * `npm run bench:lane -- --scenario middlewares`.
 */

import { type NodeResponse, OUT_HEADERS } from '../node/node-internals.ts';
import { fieldName } from './header-name.ts';

/** What may stand in a value that needs no encoding: HTAB, SP and VCHAR. */
export const NOT_PLAIN_VALUE: RegExp = /[^\t\x20-\x7e]/;

type Table = Record<string, [name: string, value: unknown]>;

// V8: as fast as an object with a shape; Node's own `{ __proto__: null }` is a dictionary, and is slow to go through.
// proof: test/internal/lane-classes.shape.test.ts
function FieldTable(this: Table): void {}
FieldTable.prototype = Object.freeze(Object.create(null));
const TableClass = FieldTable as unknown as new () => Table;

/** @returns `false` when Node has to set it, or to refuse it: nothing has been changed then */
export function setPlainHeader(res: NodeResponse, name: string, value: unknown): boolean {
  if (res._header !== null || typeof value !== 'string') return false;
  const known = fieldName(name);
  if (known === undefined || NOT_PLAIN_VALUE.test(value)) return false;
  let table = res[OUT_HEADERS] as Table | null;
  if (table === null) {
    table = new TableClass();
    res[OUT_HEADERS] = table;
  }
  table[known.lowerCase] = [name, value];
  return true;
}
