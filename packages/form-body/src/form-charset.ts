/** @module Cold: ISO-8859-1 forms, and forms whose pair `utf8=✓` determines the charset. */

import type { Form } from './form.ts';

/** The encodings of `utf8=✓` that browsers send in UTF-8 and in ISO-8859-1. */
const SENTINELS: ReadonlyMap<string, string> = new Map([
  ['utf8=%E2%9C%93', 'utf-8'],
  ['utf8=%26%2310003%3B', 'iso-8859-1'],
]);

const SENTINEL_NAME = 'utf8=';

/** Removes the first pair named `utf8`, whose value determines the charset of the escapes. */
export function withoutSentinel(text: string, charset: string): { pairs: string; charset: string } {
  const start = text.startsWith(SENTINEL_NAME) ? 0 : text.indexOf(`&${SENTINEL_NAME}`) + 1;
  if (start === 0 && !text.startsWith(SENTINEL_NAME)) return { pairs: text, charset };
  const next = text.indexOf('&', start);
  const end = next === -1 ? text.length : next;
  const pairs = text.slice(0, start) + text.slice(end + 1);
  return { pairs, charset: SENTINELS.get(text.slice(start, end)) ?? charset };
}

/** Converts ISO-8859-1 escapes to UTF-8, and escapes percent signs that don't start an escape. */
export function toUtf8Escapes(text: string): string {
  return text
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/%[89a-f][\da-f]/gi, (escaped) =>
      encodeURIComponent(String.fromCharCode(Number.parseInt(escaped.slice(1), 16))),
    );
}

/** Decodes entities such as `&#9786;` in values. Browsers send them for characters that the charset lacks. */
export function decodeEntities(form: Form): Form {
  for (const [name, value] of Object.entries(form)) form[name] = decodeValue(value);
  return form;
}

function decodeValue(value: Form[string]): Form[string] {
  if (typeof value === 'string') return value.replace(/&#(\d+);/g, characterOf);
  if (Array.isArray(value)) return value.map(decodeValue);
  return decodeEntities(value);
}

/** Keeps an entity that is not a character. */
function characterOf(entity: string, digits: string): string {
  const code = Number(digits);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
