/** @module The lexical parts that RFC 9110's field grammars share (§5.6). Every scan is linear. */

import { BACKSLASH, COMMA, DELETE, DOUBLE_QUOTE, SPACE, TAB } from './char-code.ts';

const TOKEN_CHARS = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const isTokenCode = new Uint8Array(128);
for (const char of TOKEN_CHARS) isTokenCode[char.charCodeAt(0)] = 1;

/** The index of the first character at or after `start` that can't be part of a token (§5.6.2). */
export function skipToken(text: string, start: number): number {
  let index = start;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code > DELETE || isTokenCode[code] === 0) break;
    index++;
  }
  return index;
}

/** Whether the whole text is a token (§5.6.2). */
export function isToken(text: string): boolean {
  return text.length > 0 && skipToken(text, 0) === text.length;
}

/** The index of the first character at or after `start` that isn't optional whitespace (§5.6.3). */
export function skipWhitespace(text: string, start: number): number {
  let index = start;
  while (index < text.length && isWhitespace(text.charCodeAt(index))) index++;
  return index;
}

/** The text between two indexes without the optional whitespace around it. */
export function trimmedSlice(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && isWhitespace(text.charCodeAt(from))) from++;
  while (to > from && isWhitespace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

/** The index after the quoted string that opens at `start` (§5.6.4), or -1 when it is malformed. */
export function skipQuotedString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === DOUBLE_QUOTE) return index + 1;
    if (code === BACKSLASH) {
      index++;
      if (index === text.length || !isQuotable(text.charCodeAt(index))) return -1;
    } else if (!isQuotable(code)) return -1;
  }
  return -1;
}

/** What the quoted string between two indexes stands for. */
export function unquote(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? inner.replace(/\\(.)/gs, '$1') : inner;
}

/**
 * The elements of a list (§5.6.1), trimmed, without the empty ones that a recipient has to ignore. A comma
 * inside a quoted string separates nothing.
 */
export function splitList(value: string): string[] {
  const elements: string[] = [];
  let start = 0;
  let index = 0;
  while (index <= value.length) {
    const code = index === value.length ? COMMA : value.charCodeAt(index);
    if (code === COMMA) {
      const element = trimmedSlice(value, start, index);
      if (element !== '') elements.push(element);
      start = index + 1;
    } else if (code === DOUBLE_QUOTE) {
      const end = skipQuotedString(value, index);
      // An unclosed quote swallows the rest: what follows it can't be told from its content.
      index = end === -1 ? value.length : end;
      continue;
    }
    index++;
  }
  return elements;
}

function isWhitespace(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** `qdtext` and the characters of a `quoted-pair`: everything but controls; the caller has taken `"` and `\`. */
function isQuotable(code: number): boolean {
  return code === TAB || (code >= SPACE && code !== DELETE && code <= 0xff);
}
