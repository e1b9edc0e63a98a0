/** @module Parses header lines into `rawHeaders`: names as sent, values without surrounding spaces. */

import { HTAB, SP } from './char-class.ts';

/**
 * Returns alternating names and values.
 *
 * @param text - recognized header lines from `start`, ending with an empty line
 */
export function parseRawHeaders(text: string, start: number): string[] {
  const headers: string[] = [];
  const end = text.length - 2;
  let at = start;
  while (at < end) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf('\r', colon);
    headers.push(text.slice(at, colon), valueBetween(text, colon + 1, lineEnd));
    at = lineEnd + 2;
  }
  return headers;
}

/** Strips SP and HTAB only, as llhttp does. `trim()` would also strip 0xA0. */
export function valueBetween(text: string, start: number, end: number): string {
  // Nearly all values follow one space.
  if (text.charCodeAt(start) === SP && text.charCodeAt(start + 1) > SP && text.charCodeAt(end - 1) > SP) {
    return text.slice(start + 1, end);
  }
  let first = start;
  let last = end;
  while (first < last && isSpace(text.charCodeAt(first))) first++;
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--;
  return text.slice(first, last);
}

function isSpace(code: number): boolean {
  return code === SP || code === HTAB;
}
