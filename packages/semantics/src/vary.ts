/** @module The `Vary` field (RFC 9110 §12.5.5). */

import { isToken, splitList, trimmedSlice } from './internal/field-value.ts';
import { invalidValue } from './options.ts';

/**
 * Adds a field name, or a list of them, to the value of `Vary`. A name that is there already, in any case, is not
 * repeated; `*` takes the place of everything.
 *
 * @param existing - the present value, if there is one
 * @throws {TypeError} when `field` is empty or holds something that isn't a field name
 *
 * @example
 * import { appendVary } from '@nextpress/semantics/vary';
 *
 * appendVary(undefined, 'Origin'); // => "Origin"
 * appendVary('Accept-Encoding', 'Origin'); // => "Accept-Encoding, Origin"
 * appendVary('origin', 'Origin'); // => "origin"
 */
export function appendVary(existing: string | undefined, field: string): string {
  if (isToken(field)) return addName(existing ?? '', field);
  const added = splitList(field);
  const unusable = added.length === 0 ? field : added.find((name) => !isToken(name));
  if (unusable !== undefined) {
    throw invalidValue('header name in Vary', 'a name such as "Accept-Encoding", or "*"', unusable);
  }
  const present = existing === undefined ? [] : splitList(existing);
  if (present.includes('*') || added.includes('*')) return '*';

  const seen = new Set(present.map(lowerCase));
  let value = present.length === 0 ? '' : (existing ?? '');
  for (const name of added) {
    const lower = lowerCase(name);
    if (seen.has(lower)) continue;
    seen.add(lower);
    value = value === '' ? name : `${value}, ${name}`;
  }
  return value;
}

/** What the function above does, for one name. */
function addName(existing: string, name: string): string {
  const lower = lowerCase(name);
  let value = name;
  for (let start = 0; start < existing.length; ) {
    const comma = existing.indexOf(',', start);
    const end = comma === -1 ? existing.length : comma;
    const present = trimmedSlice(existing, start, end);
    start = end + 1;
    if (present === '*') return '*';
    if (present.length === name.length && lowerCase(present) === lower) value = existing;
    else if (present !== '' && value === name) value = `${existing}, ${name}`;
  }
  return name === '*' ? '*' : value;
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
