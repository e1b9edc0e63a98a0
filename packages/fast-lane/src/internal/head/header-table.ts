/**
 * @module Hot: the table that is `req.headers`, made from the text of the field lines in one pass. Bench:
 * `pnpm --filter @nextpress/fast-lane bench`.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { addHeaderLine, type Duplicates, duplicatesOf } from '../node/node-headers.ts';
import { rawFields, valueBetween } from './head-fields.ts';

/** How many names are remembered, and of what length: they come from the network. */
const MAX_NAMES = 256;
const MAX_NAME_LENGTH = 64;
const MAX_NUMBER = 1_000_000_000;

type Table = Record<string, string | string[] | undefined>;

/** A name in lower case, whatever forms of it are sent. */
class Key {
  readonly name: string;
  readonly duplicates: Duplicates;
  /** The number of the last table that it was put in. */
  table: number;

  constructor(name: string, duplicates: Duplicates) {
    this.name = name;
    this.duplicates = duplicates;
    this.table = 0;
  }
}

/** A name as it was sent. */
class FieldName {
  /** With the colon. */
  readonly sent: string;
  readonly key: Key;
  /** What came behind it last: clients send their fields in the same order each time. */
  next: FieldName | undefined;

  constructor(sent: string, key: Key) {
    this.sent = sent;
    this.key = key;
    this.next = undefined;
  }
}

/** Whether a name has found no room. */
let isFull = false;
const names = new Map<string, FieldName>();
const keys = new Map<string, Key>();
/** Stands before the first field. */
const beginning = new FieldName('', new Key('', 'list'));
let tables = 0;

/**
 * What Node's `headers` getter makes of the same lines: lower-case names in the order in which they came first, duplicates
 * dropped or joined as their name demands.
 *
 * @param text - has been recognised: from `start` on field lines, at its end an empty one
 * @param joinDuplicates - the server's `joinDuplicateHeaders`
 */
export function headersOf(text: string, start: number, joinDuplicates: boolean): IncomingHttpHeaders {
  if (isFull) forgetNames();
  const table: Table = {};
  const number = nextNumber();
  const end = text.length - 2;
  let at = start;
  let previous = beginning;
  while (at < end) {
    let name = previous.next;
    if (name === undefined || text.slice(at, at + name.sent.length) !== name.sent) {
      const sent = text.slice(at, text.indexOf(':', at) + 1);
      name = names.get(sent) ?? remember(sent);
      if (name === undefined) return addRest(table, text, at, joinDuplicates);
      previous.next = name;
    }
    const valueStart = at + name.sent.length;
    const lineEnd = text.indexOf('\r', valueStart);
    const value = valueBetween(text, valueStart, lineEnd);
    const { key } = name;
    // To ask the table for what it hasn't is half as dear as all else.
    if (key.table === number) addDuplicate(table, key, value, joinDuplicates);
    else table[key.name] = key.duplicates === 'array' ? [value] : value;
    key.table = number;
    previous = name;
    at = lineEnd + 2;
  }
  return table as IncomingHttpHeaders;
}

/** Numbers may come again after very many tables: a key that is thought to be in a table is looked for. */
function nextNumber(): number {
  tables = tables === MAX_NUMBER ? 1 : tables + 1;
  return tables;
}

/** Between two tables: invented names are not to keep out those of every day for good. */
function forgetNames(): void {
  isFull = false;
  names.clear();
  keys.clear();
  beginning.next = undefined;
}

/** `undefined` if there is no room for it, or it isn't put in the table as others are. */
function remember(sent: string): FieldName | undefined {
  if (sent.length > MAX_NAME_LENGTH) return undefined;
  if (names.size === MAX_NAMES) {
    isFull = true;
    return undefined;
  }
  // A copy: a slice would keep the whole head that the name came in.
  const own = Buffer.from(sent, 'latin1').toString('latin1');
  const lowerCase = own.slice(0, -1).toLowerCase();
  let key = keys.get(lowerCase);
  if (key === undefined) {
    const duplicates = duplicatesOf(lowerCase);
    if (duplicates === undefined) return undefined;
    key = new Key(lowerCase, duplicates);
    keys.set(lowerCase, key);
  }
  const name = new FieldName(own, key);
  names.set(own, name);
  return name;
}

function addDuplicate(table: Table, { name, duplicates }: Key, value: string, joinDuplicates: boolean): void {
  const earlier = table[name];
  if (earlier === undefined) table[name] = duplicates === 'array' ? [value] : value;
  else if (typeof earlier !== 'string') (earlier as string[]).push(value);
  else if (duplicates !== 'drop' || joinDuplicates)
    table[name] = `${earlier}${duplicates === 'cookie' ? '; ' : ', '}${value}`;
}

/** Has Node put the fields from there on in the table. */
function addRest(
  table: Table,
  text: string,
  start: number,
  joinDuplicateHeaders: boolean,
): IncomingHttpHeaders {
  const fields = rawFields(text, start);
  const req = { joinDuplicateHeaders };
  for (let i = 0; i < fields.length; i += 2)
    addHeaderLine.call(req, fields[i] as string, fields[i + 1] as string, table);
  return table as IncomingHttpHeaders;
}
