/** @module Hot: text to a value. */

import { parseNestedQuery } from '@nextpress/semantics/nested-query';
import { parseQuery } from '@nextpress/semantics/query';
import type { FormSettings } from './form-body-options.ts';
import { decodeEntities, toUtf8Escapes, withoutSentinel } from './form-charset.ts';
import { tooDeep, tooManyParameters } from './form-error.ts';
import type { Form } from './form-value.ts';

/**
 * Reads `application/x-www-form-urlencoded` (WHATWG URL §5.1), names with brackets by the rules of `qs`.
 *
 * @param charset - the one that escapes are in: `'utf-8'` or `'iso-8859-1'`
 * @throws {BodyError} 413 when there are too many pairs, 400 when a name has too many levels
 */
export function parseForm(text: string, charset: string, settings: FormSettings): Form {
  const { parameterLimit } = settings;
  const count = countPairs(text, parameterLimit);
  if (count > parameterLimit) throw tooManyParameters(parameterLimit);
  if (charset === 'utf-8' && !settings.charsetSentinel) return parsePairs(octetsOf(text), count, settings);

  const said = settings.charsetSentinel ? withoutSentinel(text, charset) : { pairs: text, charset };
  const isUtf8 = said.charset === 'utf-8';
  const form = parsePairs(octetsOf(isUtf8 ? said.pairs : toUtf8Escapes(said.pairs)), count, settings);
  return settings.interpretNumericEntities && !isUtf8 ? decodeEntities(form) : form;
}

/** @param octets - one character per octet */
function parsePairs(octets: string, count: number, settings: FormSettings): Form {
  return (hasBrackets(octets) ? undefined : parseFlat(octets)) ?? parseNested(octets, count, settings);
}

/** They make names of more than one level, and names that end elsewhere than at their first `=`. */
function hasBrackets(octets: string): boolean {
  return octets.includes('[') || octets.includes(']') || (octets.includes('%5') && /%5[bd]/i.test(octets));
}

/** Without brackets there are no levels, and a query is read in the same way. `undefined` where a name is left out. */
function parseFlat(octets: string): Form | undefined {
  // A `?` at the start of a query isn't part of it; here it is.
  const query = parseQuery(octets.startsWith('?') ? `&${octets}` : octets, {
    maxKeys: Number.POSITIVE_INFINITY,
  });
  return Object.hasOwn(query, '__proto__') || Object.hasOwn(query, '') ? undefined : { ...query };
}

function parseNested(octets: string, count: number, settings: FormSettings): Form {
  const { extended, depth } = settings;
  const form = parseNestedQuery(octets, {
    depth: extended ? depth : 0,
    // A list that is sent as one is never longer than there are pairs, and stays a list.
    arrayLimit: Math.max(extended ? settings.arrayLimit : 0, count),
    parameterLimit: Number.POSITIVE_INFINITY,
    strictDepth: true,
  });
  if (form === undefined) throw tooDeep(depth);
  return form;
}

/** How many pairs there are, empty ones included; one more than the limit is as good as all. */
function countPairs(text: string, limit: number): number {
  let count = 1;
  for (let index = text.indexOf('&'); index !== -1 && count <= limit; index = text.indexOf('&', index + 1))
    count++;
  return count;
}

/** One character per octet of UTF-8. Forms are ASCII but for those that are made by hand. */
function octetsOf(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}
