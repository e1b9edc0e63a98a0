/** @module Hot for long bodies: depth and keys, counted in one pass over the text before anything is made of it. */

import { tooDeep, tooManyKeys } from './json-error.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** With bit 0x20 set `[` is `{`, and `]` is `}`. No other character becomes one of them that JSON has outside of strings. */
const CASE = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** The fewest characters that a key and its value take: `"":0,`. */
const KEY_LENGTH = 5;

/**
 * Counts what the text can be too much of: a short one can't. Of a text that isn't JSON it may count anything, as
 * `JSON.parse` refuses that next.
 *
 * @throws {BodyError} 400 for the depth, 413 for the keys
 */
export function checkBudget(text: string, depth: number, keyLimit: number): void {
  // Each level takes two characters, its bracket and the one that closes it.
  if (text.length > 2 * depth || text.length > KEY_LENGTH * keyLimit) countAll(text, depth, keyLimit);
}

function countAll(text: string, depth: number, keyLimit: number): void {
  let level = 0;
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index + 1);
    else if (code === COLON) {
      if (++keys > keyLimit) throw tooManyKeys(keyLimit);
    } else if ((code | CASE) === OPEN) {
      if (++level > depth) throw tooDeep(depth);
    } else if ((code | CASE) === CLOSE) level--;
  }
}

/** Where the quote stands that ends the string. */
function endOfString(text: string, start: number): number {
  let index = start;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index++;
  }
  return index;
}
