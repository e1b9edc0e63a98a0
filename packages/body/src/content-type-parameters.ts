/** @module Reads `Content-Type` as body-parser does: skips malformed parameters, and uses the first of two. */

/** One parameter with its semicolon. The value is quoted, lacks its closing quote, or ends at the next semicolon. */
const PARAMETER = /;[ \t]*([^;=]*)(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"[^;]*|".*|([^;]*)))?/g;

/** The media type without parameters. */
export function essenceOf(header: string): string {
  const end = header.indexOf(';');
  return trimSpace(end === -1 ? header : header.slice(0, end));
}

/** The parameter `charset` in lower case; `undefined` when it is missing or empty. */
export function charsetParameter(header: string): string | undefined {
  for (const [, name = '', quoted, plain] of header.matchAll(PARAMETER)) {
    if (trimSpace(name).toLowerCase() !== 'charset') continue;
    const value = quoted === undefined ? trimSpace(plain ?? '') : quoted.replace(/\\(.)/g, '$1');
    return value.toLowerCase() || undefined;
  }
  return undefined;
}

/** Unlike `trim()`, removes spaces and tabs only. */
function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (start < end && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
