/**
 * @module Hot: the tables of field lines that came before. Clients that keep their connections, and proxies, send the same lines
 * again and again: then the table is a copy of the last one. Equal text is read equally, so nothing is guessed. Bench:
 * `npm run bench:lane -- --scenario fields,fields-varied`.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { headersOf } from './header-table.ts';

/** How many texts are remembered, each at the place that its length and some of its characters choose. */
const PLACES = 64;
/** Longer ones are not worth the memory. */
const MAX_LENGTH = 2_048;

interface Memory {
  readonly text: string;
  /** Made when the text comes for the second time: most that come once never come again. */
  table: IncomingHttpHeaders | undefined;
}

const memories: (Memory | undefined)[] = new Array(PLACES).fill(undefined);

/** What {@link headersOf} makes of the whole text, as an object of its own, without joining duplicates. */
export function rememberedHeadersOf(text: string): IncomingHttpHeaders {
  const { length } = text;
  if (length > MAX_LENGTH) return headersOf(text, 0, false);
  const place = (length ^ text.charCodeAt(length >> 1) ^ (text.charCodeAt(length - 5) << 3)) % PLACES;
  const memory = memories[place];
  if (memory === undefined || memory.text !== text) {
    memories[place] = { text, table: undefined };
    return headersOf(text, 0, false);
  }
  if (memory.table !== undefined) return { ...memory.table };
  const table = headersOf(text, 0, false);
  // A list would be shared by the copies.
  if (table['set-cookie'] === undefined) memory.table = { ...table };
  return table;
}
