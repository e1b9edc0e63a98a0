/** @module Hot: builds `req.headers` from the header lines in one pass. Bench: `npm run bench -- fast-lane`. */

import type { IncomingHttpHeaders } from 'node:http';
import { addHeaderLine, type Duplicates, duplicatesOf } from '../node/node-headers.ts';
import { parseRawHeaders, valueBetween } from './raw-headers.ts';

/** Names come from the network, so their number and length are limited. */
const MAX_NAMES = 256;
const MAX_NAME_LENGTH = 64;

type Table = Record<string, string | string[] | undefined>;

/** A header name as the client sent it. */
interface HeaderName {
  readonly key: string;
  readonly duplicates: Duplicates;
}

const names = new Map<string, HeaderName>();

/**
 * Returns the same table as Node's `headers` getter: lower-case names in order of first appearance, duplicates dropped
 * or joined by name.
 *
 * @param text - recognized header lines from `start`, ending with an empty line
 * @param joinDuplicates - the server's `joinDuplicateHeaders`
 */
export function headersOf(text: string, start: number, joinDuplicates: boolean): IncomingHttpHeaders {
  const table: Table = {};
  const end = text.length - 2;
  let at = start;
  while (at < end) {
    const colon = text.indexOf(':', at);
    const sent = text.slice(at, colon);
    const name = names.get(sent) ?? remember(sent);
    if (name === undefined) return addRest(table, text, at, joinDuplicates);
    const lineEnd = text.indexOf('\r', colon);
    const value = valueBetween(text, colon + 1, lineEnd);
    const { key, duplicates } = name;
    const earlier = table[key];
    if (typeof earlier === 'string') {
      if (duplicates !== 'drop' || joinDuplicates)
        table[key] = `${earlier}${duplicates === 'cookie' ? '; ' : ', '}${value}`;
    } else if (Array.isArray(earlier)) earlier.push(value);
    // Not in the table yet, or inherited from `Object.prototype`, e.g. `constructor`.
    else table[key] = duplicates === 'array' ? [value] : value;
    at = lineEnd + 2;
  }
  return table as IncomingHttpHeaders;
}

/** Returns `undefined` for a name that Node handles specially, e.g. `__proto__`. */
function remember(sent: string): HeaderName | undefined {
  if (sent.length > MAX_NAME_LENGTH) return undefined;
  // A slice would retain the whole head.
  const own = Buffer.from(sent, 'latin1').toString('latin1');
  const key = own.toLowerCase();
  const duplicates = duplicatesOf(key);
  if (duplicates === undefined) return undefined;
  // Clients can invent any number of names. Dropping only the oldest would cost more: those are the usual ones.
  if (names.size === MAX_NAMES) names.clear();
  const name = { key, duplicates };
  names.set(own, name);
  return name;
}

/** Lets Node parse the remaining headers, from `start`. */
function addRest(
  table: Table,
  text: string,
  start: number,
  joinDuplicateHeaders: boolean,
): IncomingHttpHeaders {
  const headers = parseRawHeaders(text, start);
  const req = { joinDuplicateHeaders };
  for (let i = 0; i < headers.length; i += 2)
    addHeaderLine.call(req, headers[i] as string, headers[i + 1] as string, table);
  return table as IncomingHttpHeaders;
}
