/** @module Hot: parses the text of a form. */

import { parse } from 'node:querystring';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import type { Form } from './form.ts';
import type { FormSettings } from './form-body-options.ts';
import { decodeEntities, toUtf8Escapes, withoutSentinel } from './form-charset.ts';
import { tooDeep, tooManyParameters } from './form-error.ts';

/** Set when a name or value has a malformed escape. The form is then parsed again by `parseNested`. */
let isMalformed = false;

/** `maxKeys` is off because the pairs were already counted. */
const PLAIN = { maxKeys: 0, decodeURIComponent: decode };

/**
 * Parses `application/x-www-form-urlencoded` (WHATWG URL §5.1). Names with brackets are parsed as in `qs`.
 *
 * @param charset - the charset of escapes, `'utf-8'` or `'iso-8859-1'`
 * @throws {BodyError} 413 for too many pairs, 400 for a name with too many levels
 */
export function parseForm(text: string, charset: string, settings: FormSettings): Form {
  const { parameterLimit } = settings;
  const count = countPairs(text, parameterLimit);
  if (count > parameterLimit) throw tooManyParameters();
  if (charset === 'utf-8' && !settings.charsetSentinel) return parsePairs(text, count, settings);

  const declared = settings.charsetSentinel ? withoutSentinel(text, charset) : { pairs: text, charset };
  const isUtf8 = declared.charset === 'utf-8';
  const form = parsePairs(isUtf8 ? declared.pairs : toUtf8Escapes(declared.pairs), count, settings);
  return settings.interpretNumericEntities && !isUtf8 ? decodeEntities(form) : form;
}

/** Most forms are ASCII without brackets, which `node:querystring` parses fastest. */
function parsePairs(text: string, count: number, settings: FormSettings): Form {
  const isPlain = Buffer.byteLength(text) === text.length && !hasBrackets(text);
  return (isPlain ? parsePlain(text) : undefined) ?? parseNested(text, count, settings);
}

/** Brackets allow nested names, and names that do not end at their first `=`. */
function hasBrackets(text: string): boolean {
  return text.includes('[') || text.includes(']') || (text.includes('%5') && /%5[bd]/i.test(text));
}

/** `undefined` for a form with an ignored name or a malformed escape. */
function parsePlain(text: string): Form | undefined {
  isMalformed = false;
  const pairs = parse(text, '&', '=', PLAIN) as Form;
  if (isMalformed) return undefined;
  if (Object.hasOwn(pairs, '__proto__') || Object.hasOwn(pairs, '')) return undefined;
  // The object has no prototype. Copying a form of 100 pairs into a plain object would take 25 % longer.
  return Object.setPrototypeOf(pairs, Object.prototype);
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    isMalformed = true;
    return text;
  }
}

function parseNested(text: string, count: number, settings: FormSettings): Form {
  const { extended, depth } = settings;
  const form = parseNestedQuery(utf8Bytes(text), {
    depth: extended ? depth : 0,
    // At least the number of pairs, so that a repeated name always becomes an array.
    arrayLimit: Math.max(extended ? settings.arrayLimit : 0, count),
    parameterLimit: Number.POSITIVE_INFINITY,
    strictDepth: true,
  });
  if (form === undefined) throw tooDeep();
  return form;
}

/** Counts the pairs, including empty ones, up to one more than the limit. */
function countPairs(text: string, limit: number): number {
  let count = 1;
  for (let index = text.indexOf('&'); index !== -1 && count <= limit; index = text.indexOf('&', index + 1))
    count++;
  return count;
}

/** One character per byte of UTF-8. */
function utf8Bytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
