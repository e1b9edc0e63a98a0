/** @module The rare way: forms in ISO-8859-1, and those that say in a pair of their own what they are in. */

import type { Form } from './form-value.ts';

/** What a browser makes of a `✓` in a form of UTF-8, and of one whose charset has no such character. */
const SENTINELS: ReadonlyMap<string, string> = new Map([
  ['utf8=%E2%9C%93', 'utf-8'],
  ['utf8=%26%2310003%3B', 'iso-8859-1'],
]);

const SENTINEL_NAME = 'utf8=';

/** Leaves out the first pair named `utf8`, and says in which charset the escapes of the others are by that pair. */
export function withoutSentinel(text: string, charset: string): { pairs: string; charset: string } {
  const start = text.startsWith(SENTINEL_NAME) ? 0 : text.indexOf(`&${SENTINEL_NAME}`) + 1;
  if (start === 0 && !text.startsWith(SENTINEL_NAME)) return { pairs: text, charset };
  const next = text.indexOf('&', start);
  const end = next === -1 ? text.length : next;
  const pairs = text.slice(0, start) + text.slice(end + 1);
  return { pairs, charset: SENTINELS.get(text.slice(start, end)) ?? charset };
}

/** Turns escapes of ISO-8859-1 into those of UTF-8, and what is no escape into one. */
export function toUtf8Escapes(text: string): string {
  return text
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/%[89a-f][\da-f]/gi, (escaped) =>
      encodeURIComponent(String.fromCharCode(Number.parseInt(escaped.slice(1), 16))),
    );
}

/** What a browser sends for a character that the charset hasn't, `&#9786;`, becomes that character. In values, not in names. */
export function decodeEntities(form: Form): Form {
  for (const [name, value] of Object.entries(form)) form[name] = decodedValue(value);
  return form;
}

function decodedValue(value: Form[string]): Form[string] {
  if (typeof value === 'string') return value.replace(/&#(\d+);/g, characterOf);
  if (Array.isArray(value)) return value.map(decodedValue);
  return decodeEntities(value);
}

/** A number that no character has is text. */
function characterOf(entity: string, digits: string): string {
  const code = Number(digits);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
