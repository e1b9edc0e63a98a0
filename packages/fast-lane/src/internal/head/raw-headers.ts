/** @module The field lines of a recognised head as Node gives them: names as sent, values without the space around them. */

import { HTAB, SP } from './char-class.ts';

/**
 * The names and values in turn, of a text that begins with the first field line and ends behind the empty line. It has
 * been recognised: every line has a colon and ends with CRLF.
 */
export function parseRawHeaders(text: string, start: number): string[] {
  const fields: string[] = [];
  const end = text.length - 2;
  let at = start;
  while (at < end) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf('\r', colon);
    fields.push(text.slice(at, colon), valueBetween(text, colon + 1, lineEnd));
    at = lineEnd + 2;
  }
  return fields;
}

/** Strips SP and HTAB and nothing else, as llhttp does; `trim()` would also take 0xA0 away. */
export function valueBetween(text: string, start: number, end: number): string {
  // As nearly all fields are: one space, then a value.
  if (text.charCodeAt(start) === SP && text.charCodeAt(start + 1) > SP && text.charCodeAt(end - 1) > SP) {
    return text.slice(start + 1, end);
  }
  let first = start;
  let behind = end;
  while (first < behind && isSpace(text.charCodeAt(first))) first++;
  while (behind > first && isSpace(text.charCodeAt(behind - 1))) behind--;
  return text.slice(first, behind);
}

function isSpace(code: number): boolean {
  return code === SP || code === HTAB;
}
