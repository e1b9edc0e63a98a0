/**
 * @module Parses a query into name-value pairs, as `application/x-www-form-urlencoded` (WHATWG URL §5.1).
 *
 * Hot: runs for each request whose query is read. Bench: `npm run bench -- semantics`.
 */

import { bareObject } from './internal/bare-object.ts';
import { AMPERSAND, DELETE, EQUALS, PERCENT, PLUS, QUESTION_MARK } from './internal/char-code.ts';
import { decodeFormComponent } from './internal/form-component.ts';
import { integerOption } from './options.ts';

/** Values by name, in an object without inherited properties. A repeated name maps to an array. */
export type Query = Record<string, string | string[]>;

/** Options of {@link parseQuery}. */
export interface QueryOptions {
  /**
   * Maximum number of name-value pairs. Further pairs are ignored.
   * @defaultValue 1000
   */
  readonly maxKeys?: number;
}

const DEFAULT_MAX_KEYS = 1000;

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Encodes a query that the application assigned as decoded text (`decodeURI(req.url)`). The parsers expect one
 * character per byte.
 *
 * @example
 * import { parseQuery, queryBytes } from '@nextpress/semantics/query';
 *
 * parseQuery(queryBytes('?q=é')).q; // => "é"
 */
export function queryBytes(query: string): string {
  return NOT_ASCII.test(query) ? Buffer.from(query, 'utf8').toString('latin1') : query;
}

/**
 * Parses a query, with or without its `?`, into a flat object. `a[b]=1` is a pair named `a[b]`.
 *
 * One character stands for one byte, as in `req.url`. Decoded bytes are read as UTF-8. Parsing never fails: a malformed
 * escape is kept as it is, and invalid UTF-8 becomes U+FFFD, as in `URLSearchParams`.
 *
 * @throws {TypeError} if `maxKeys` is not a positive integer or `Infinity`
 *
 * @example
 * import { parseQuery } from '@nextpress/semantics/query';
 *
 * const query = parseQuery('?tag=a&tag=b&q=two+words');
 * query.q; // => "two words"
 * query.tag; // => ["a", "b"]
 */
export function parseQuery(search: string, options?: QueryOptions): Query {
  const query = bareObject<Query>();
  let pairsLeft = options?.maxKeys === undefined ? DEFAULT_MAX_KEYS : checkMaxKeys(options.maxKeys);
  const length = search.length;
  let start = search.charCodeAt(0) === QUESTION_MARK ? 1 : 0;
  let equals = -1;
  let isEncoded = false;

  for (let index = start; index <= length && pairsLeft > 0; index++) {
    const code = index < length ? search.charCodeAt(index) : AMPERSAND;
    if (code === EQUALS) {
      if (equals === -1) equals = index;
    } else if (code === PERCENT || code === PLUS || code > DELETE) isEncoded = true;
    else if (code === AMPERSAND) {
      if (index > start) {
        addPair(query, search, start, equals, index, isEncoded);
        pairsLeft--;
      }
      start = index + 1;
      equals = -1;
      isEncoded = false;
    }
  }
  return query;
}

function addPair(
  query: Query,
  search: string,
  start: number,
  equals: number,
  end: number,
  isEncoded: boolean,
): void {
  let name = search.slice(start, equals === -1 ? end : equals);
  let value = equals === -1 ? '' : search.slice(equals + 1, end);
  if (isEncoded) {
    name = decodeFormComponent(name);
    value = decodeFormComponent(value);
  }
  const present = query[name];
  if (present === undefined) query[name] = value;
  else if (typeof present === 'string') query[name] = [present, value];
  else present.push(value);
}

function checkMaxKeys(maxKeys: number): number {
  return integerOption('parseQuery', 'maxKeys', maxKeys, 1, Number.POSITIVE_INFINITY);
}
