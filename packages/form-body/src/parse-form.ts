/** @module Hot: text to a value. */

import { parse } from 'node:querystring';
import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import type { FormSettings } from './form-body-options.ts';
import { decodeEntities, toUtf8Escapes, withoutSentinel } from './form-charset.ts';
import { tooDeep, tooManyParameters } from './form-error.ts';
import type { Form } from './form-value.ts';

/** Set when a text could not be decoded; it is read again then, and kept as it was sent. */
let isMalformed = false;

/** Pairs have been counted. */
const PLAIN = { maxKeys: 0, decodeURIComponent: decode };

/**
 * Reads `application/x-www-form-urlencoded` (WHATWG URL §5.1), names with brackets by the rules of `qs`.
 *
 * @param charset - the one that escapes are in: `'utf-8'` or `'iso-8859-1'`
 * @throws {BodyError} 413 when there are too many pairs, 400 when a name has too many levels
 */
export function parseForm(text: string, charset: string, settings: FormSettings): Form {
  const { parameterLimit } = settings;
  const count = countPairs(text, parameterLimit);
  if (count > parameterLimit) throw tooManyParameters();
  if (charset === 'utf-8' && !settings.charsetSentinel) return parsePairs(text, count, settings);

  const said = settings.charsetSentinel ? withoutSentinel(text, charset) : { pairs: text, charset };
  const isUtf8 = said.charset === 'utf-8';
  const form = parsePairs(isUtf8 ? said.pairs : toUtf8Escapes(said.pairs), count, settings);
  return settings.interpretNumericEntities && !isUtf8 ? decodeEntities(form) : form;
}

/** Most forms are ASCII without brackets: each name is one level, and Node reads it in the shortest time. */
function parsePairs(text: string, count: number, settings: FormSettings): Form {
  const isPlain = Buffer.byteLength(text) === text.length && !hasBrackets(text);
  return (isPlain ? parsePlain(text) : undefined) ?? parseNested(text, count, settings);
}

/** They make names of more than one level, and names that end elsewhere than at their first `=`. */
function hasBrackets(text: string): boolean {
  return text.includes('[') || text.includes(']') || (text.includes('%5') && /%5[bd]/i.test(text));
}

/** `undefined` where there is a name that is dropped, or a malformed escape. */
function parsePlain(text: string): Form | undefined {
  isMalformed = false;
  const pairs = parse(text, '&', '=', PLAIN) as Form;
  if (isMalformed) return undefined;
  if (Object.hasOwn(pairs, '__proto__') || Object.hasOwn(pairs, '')) return undefined;
  // It has none; copied into an object that has, a form of a hundred pairs takes a quarter longer.
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
  const form = parseNestedQuery(octetsOf(text), {
    depth: extended ? depth : 0,
    // A list that is sent as one is never longer than there are pairs, and stays a list.
    arrayLimit: Math.max(extended ? settings.arrayLimit : 0, count),
    parameterLimit: Number.POSITIVE_INFINITY,
    strictDepth: true,
  });
  if (form === undefined) throw tooDeep();
  return form;
}

/** How many pairs there are, empty ones included; one more than the limit is as good as all. */
function countPairs(text: string, limit: number): number {
  let count = 1;
  for (let index = text.indexOf('&'); index !== -1 && count <= limit; index = text.indexOf('&', index + 1))
    count++;
  return count;
}

/** One character per octet of UTF-8. */
function octetsOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}
