/**
 * @module Hot: the tables of field lines that keep coming. Clients that keep their connections, and proxies, send the same lines
 * again and again: then the table is a copy of the last one. Equal text is read equally, so nothing is guessed. Bench:
 * `npm run bench:lane -- --scenario fields --scenario fields-varied`.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { headersOf } from './header-table.ts';

/** How many texts are remembered, each at the place that its print chooses. */
const PLACES = 64;
/** Longer ones are not worth the memory, nor shorter ones the trouble. */
const MAX_LENGTH = 2_048;
const MIN_LENGTH = 32;

interface Memory {
  /** What most other texts don't have; kept of a text that has come once, so that nothing else of it is. */
  readonly print: number;
  readonly text: string | undefined;
  readonly table: IncomingHttpHeaders | undefined;
}

const NOTHING: Memory = { print: -1, text: undefined, table: undefined };
const memories: Memory[] = new Array(PLACES).fill(NOTHING);

/** What {@link headersOf} makes of the whole text, as an object of its own, without joining duplicates. */
export function rememberedHeadersOf(text: string): IncomingHttpHeaders {
  if (text.length > MAX_LENGTH || text.length < MIN_LENGTH) return headersOf(text, 0, false);
  const print = printOf(text);
  const place = print % PLACES;
  const memory = memories[place] as Memory;
  if (memory.text === text) return { ...memory.table };
  const table = headersOf(text, 0, false);
  // A list would be shared by the copies.
  const isKept = memory.print === print && table['set-cookie'] === undefined;
  memories[place] = isKept
    ? { print, text: copyOf(text), table: { ...table } }
    : { print, text: undefined, table: undefined };
  return table;
}

/** Forgets all texts: what clients send is not to stay longer than it is of use. */
export function forgetHeaders(): void {
  memories.fill(NOTHING);
}

function printOf(text: string): number {
  const { length } = text;
  let print = length;
  for (let at = length - 5, step = (length >> 3) + 1; at >= 0; at -= step) {
    print = (print * 31 + text.charCodeAt(at)) & 0x3fffffff;
  }
  return print;
}

/** A text that doesn't keep the head it was cut from. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
