/** @module The lexical elements of header values (RFC 9110 §5.6). Every scan takes linear time. */

import { BACKSLASH, COMMA, DELETE, DOUBLE_QUOTE, SPACE, TAB } from './char-code.ts';

const TOKEN_CHARS = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const isTokenCode = new Uint8Array(128);
for (const char of TOKEN_CHARS) isTokenCode[char.charCodeAt(0)] = 1;

/** The index of the first character at or after `start` that is not part of a token (§5.6.2). */
export function skipToken(text: string, start: number): number {
  let index = start;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code > DELETE || isTokenCode[code] === 0) break;
    index++;
  }
  return index;
}

/** Whether the whole string is a token (§5.6.2). */
export function isToken(text: string): boolean {
  return text.length > 0 && skipToken(text, 0) === text.length;
}

/** The index of the first character at or after `start` that is not whitespace (§5.6.3). */
export function skipWhitespace(text: string, start: number): number {
  let index = start;
  while (index < text.length && isWhitespace(text.charCodeAt(index))) index++;
  return index;
}

/** The text between two indexes, trimmed. */
export function trimmedSlice(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && isWhitespace(text.charCodeAt(from))) from++;
  while (to > from && isWhitespace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

/** The index after the quoted string at `start` (§5.6.4), or -1 if it is malformed. */
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

/** The content of the quoted string between two indexes. */
export function unquote(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? inner.replace(/\\(.)/gs, '$1') : inner;
}

/**
 * The trimmed elements of a list (§5.6.1), without empty ones. A comma inside a quoted string is not a separator.
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
      // The rest of the value is an unterminated quoted string.
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

/** Characters of `qdtext` and `quoted-pair`: everything except control characters. The caller handles `"` and `\`. */
function isQuotable(code: number): boolean {
  return code === TAB || (code >= SPACE && code !== DELETE && code <= 0xff);
}
