/** @module A `Content-Type` as body-parser reads it: malformed parameters are skipped, and the first of two counts. */

/** One parameter with its semicolon: a name, then a value that is quoted, has no closing quote, or ends at the next semicolon. */
const PARAMETER = /;[ \t]*([^;=]*)(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"[^;]*|".*|([^;]*)))?/g;

/** The media type without its parameters, as sent. */
export function essenceOf(field: string): string {
  const end = field.indexOf(';');
  return trimSpace(end === -1 ? field : field.slice(0, end));
}

/** The parameter `charset` in lower case; `undefined` when there is none, or an empty one. */
export function charsetParameter(field: string): string | undefined {
  for (const [, name = '', quoted, plain] of field.matchAll(PARAMETER)) {
    if (trimSpace(name).toLowerCase() !== 'charset') continue;
    const value = quoted === undefined ? trimSpace(plain ?? '') : quoted.replace(/\\(.)/g, '$1');
    return value.toLowerCase() || undefined;
  }
  return undefined;
}

/** Unlike `trim()`, which takes away what no header has around its value, such as a no-break space. */
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
