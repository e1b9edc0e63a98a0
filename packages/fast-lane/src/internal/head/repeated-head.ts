/**
 * @module Hot: the head that came last, once it has come twice: pipelined requests are often the same, octet for octet. Equal
 * octets are read equally, so nothing is guessed. Bench: `npm run bench:lane`.
 */

import type { NodeBuffer } from '../node/node-internals.ts';
import type { Head } from './head.ts';
import { rawFields } from './head-fields.ts';

/** Longer ones are not worth the memory. */
const MAX_LENGTH = 2_048;

/** What is known of a head that has come before. */
export class KnownHead {
  readonly method: string;
  readonly url: string;
  readonly lines: string;
  readonly fields: number;
  readonly contentLength: number;
  #rawFields: readonly string[] | undefined;

  constructor({ method, url, lines, fields, contentLength }: Head) {
    this.method = method;
    this.url = url;
    this.lines = lines;
    this.fields = fields;
    this.contentLength = contentLength;
  }

  /** The names and values in turn, as a list of the caller's own. */
  rawFields(): string[] {
    this.#rawFields ??= rawFields(this.lines, 0);
    return this.#rawFields.slice();
  }
}

const octetsOfLast: Buffer = Buffer.alloc(MAX_LENGTH);
let last: KnownHead | undefined;
let lastLength = 0;
let lastPrint = -1;
/** The print of the head before, of which nothing else is kept. */
let print = -1;

/**
 * Reads the head that begins at a place, if it is the one that came last.
 *
 * @param limit - of the head, in octets
 */
export function readRepeated(octets: NodeBuffer, start: number, limit: number, head: Head): boolean {
  const end = start + lastLength;
  if (last === undefined || end > octets.length || lastLength >= limit) return false;
  if (printOf(octets, start, end) !== lastPrint) return false;
  if (octets.compare(octetsOfLast, 0, lastLength, start, end) !== 0) return false;
  head.method = last.method;
  head.url = last.url;
  head.lines = last.lines;
  head.fields = last.fields;
  head.contentLength = last.contentLength;
  head.end = end;
  head.known = last;
  return true;
}

/** Makes the texts of a head that has just been recognised. */
export function readTexts(octets: NodeBuffer, start: number, head: Head): void {
  const text = octets.latin1Slice(start, head.end);
  head.url = text.slice(head.targetStart - start, head.targetEnd - start);
  head.lines = text.slice(head.fieldsStart - start);
  head.known = undefined;
  const before = print;
  print = printOf(octets, start, head.end);
  if (print === before && text.length <= MAX_LENGTH) remember(octets, start, head);
}

function remember(octets: NodeBuffer, start: number, head: Head): void {
  octets.copy(octetsOfLast, 0, start, head.end);
  last = new KnownHead(head);
  lastLength = head.end - start;
  lastPrint = print;
  head.known = last;
}

/** Forgets it: what clients send is not to stay longer than it is of use. */
export function forgetHead(): void {
  octetsOfLast.fill(0);
  last = undefined;
  print = -1;
}

/** What most other heads don't have. */
function printOf(octets: Uint8Array, start: number, end: number): number {
  let print = end - start;
  // The last field's value, the target, and two places between them.
  print = (print * 31 + (octets[end - 5] as number)) | 0;
  print = (print * 31 + (octets[end - 6] as number)) | 0;
  print = (print * 31 + (octets[end - 7] as number)) | 0;
  print = (print * 31 + (octets[start + 5] as number)) | 0;
  print = (print * 31 + (octets[start + 12] as number)) | 0;
  return (print * 31 + (octets[(start + end) >> 1] as number)) & 0x3fffffff;
}
