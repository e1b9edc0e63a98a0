/**
 * @module Hot: the table that is `req.headers`, made from the text of the field lines in one pass. Bench:
 * `pnpm --filter @nextpress/fast-lane bench`.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { valueBetween } from './head-fields.ts';
import { addHeaderLine, type Duplicates, duplicatesOf } from './node-headers.ts';

/** How many names are remembered, and of what length: they come from the network. */
const MAX_NAMES = 256;
const MAX_NAME_LENGTH = 64;

type Table = Record<string, string | string[] | undefined>;

/** A name as it was sent. */
class FieldName {
  /** With the colon. */
  readonly sent: string;
  /** As a key of the table. */
  readonly key: string;
  readonly duplicates: Duplicates;
  /** What came behind it last: clients send their fields in the same order each time. */
  next: FieldName | undefined;

  constructor(sent: string, key: string, duplicates: Duplicates) {
    this.sent = sent;
    this.key = key;
    this.duplicates = duplicates;
    this.next = undefined;
  }
}

const names = new Map<string, FieldName>();
/** Stands before the first field. */
const beginning = new FieldName('', '', 'list');

/**
 * What Node's `headers` getter makes of the same lines: lower-case names in the order in which they came first, duplicates
 * dropped or joined as their name demands.
 *
 * @param text - has been recognised: from `start` on field lines, at its end an empty one
 * @param joinDuplicates - the server's `joinDuplicateHeaders`
 */
export function headersOf(text: string, start: number, joinDuplicates: boolean): IncomingHttpHeaders {
  const table: Table = {};
  const end = text.length - 2;
  let at = start;
  let previous = beginning;
  while (at < end) {
    let name = previous.next;
    if (name === undefined || text.slice(at, at + name.sent.length) !== name.sent) {
      const sent = text.slice(at, text.indexOf(':', at) + 1);
      name = names.get(sent) ?? remember(sent);
      if (name === undefined) {
        at = addUnknown(table, text, at, sent, joinDuplicates);
        continue;
      }
      previous.next = name;
    }
    const valueStart = at + name.sent.length;
    const lineEnd = text.indexOf('\r', valueStart);
    add(table, name, valueBetween(text, valueStart, lineEnd), joinDuplicates);
    previous = name;
    at = lineEnd + 2;
  }
  return table as IncomingHttpHeaders;
}

/** `undefined` if there is no room for it. */
function remember(sent: string): FieldName | undefined {
  if (names.size === MAX_NAMES || sent.length > MAX_NAME_LENGTH) return undefined;
  const key = sent.slice(0, -1).toLowerCase();
  const duplicates = duplicatesOf(key);
  if (duplicates === undefined) return undefined;
  // A copy: a slice would keep the whole head that the name came in.
  const own = Buffer.from(sent, 'latin1').toString('latin1');
  const name = new FieldName(own, key, duplicates);
  names.set(own, name);
  return name;
}

function add(table: Table, { key, duplicates }: FieldName, value: string, joinDuplicates: boolean): void {
  const earlier = table[key];
  if (earlier === undefined) table[key] = duplicates === 'array' ? [value] : value;
  else if (duplicates === 'array') (earlier as string[]).push(value);
  else if (duplicates === 'drop' && !joinDuplicates) return;
  // Not a string: an inherited property, as `constructor` is.
  else if (typeof earlier !== 'string') table[key] = value;
  else table[key] = `${earlier}${duplicates === 'cookie' ? '; ' : ', '}${value}`;
}

/** @returns where the next line begins */
function addUnknown(
  table: Table,
  text: string,
  start: number,
  sent: string,
  joinDuplicateHeaders: boolean,
): number {
  const lineEnd = text.indexOf('\r', start);
  const value = valueBetween(text, start + sent.length, lineEnd);
  addHeaderLine.call({ joinDuplicateHeaders }, sent.slice(0, -1), value, table);
  return lineEnd + 2;
}
