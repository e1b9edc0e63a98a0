/** @module Appends to `Vary` (RFC 9110 §12.5.5). */

import { isToken, splitList, trimmedSlice } from './internal/header-value.ts';
import { invalidValue } from './options.ts';

/**
 * Adds a header name, or a comma-separated list of them, to the value of `Vary`. Names that are already present, in any
 * case, are not repeated. `*` replaces all names.
 *
 * @param existing - the current value, if there is one
 * @throws {TypeError} if `names` is empty or contains an invalid header name
 *
 * @example
 * import { appendVary } from '@nextpress/semantics/vary';
 *
 * appendVary(undefined, 'Origin'); // => "Origin"
 * appendVary('Accept-Encoding', 'Origin'); // => "Accept-Encoding, Origin"
 * appendVary('origin', 'Origin'); // => "origin"
 */
export function appendVary(existing: string | undefined, names: string): string {
  if (isToken(names)) return addName(existing ?? '', names);
  const added = splitList(names);
  const invalid = added.length === 0 ? names : added.find((name) => !isToken(name));
  if (invalid !== undefined) {
    throw invalidValue('header name in Vary', 'a name such as "Accept-Encoding", or "*"', invalid);
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

/** `appendVary` for a single name, which is the common case. */
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
