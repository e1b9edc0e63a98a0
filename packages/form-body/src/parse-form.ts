/** @module Hot: text to a value. */

import { parseQuery } from '@nextpress/semantics/query';
import type { FormSettings } from './form-body-options.ts';
import { tooManyParameters } from './form-error.ts';

/**
 * Reads `application/x-www-form-urlencoded` (WHATWG URL §5.1).
 *
 * @throws {BodyError} 413 when there are too many pairs
 */
export function parseForm(text: string, settings: FormSettings): unknown {
  const { parameterLimit } = settings;
  if (hasMorePairs(text, parameterLimit)) throw tooManyParameters(parameterLimit);
  return parseQuery(text.startsWith('?') ? `&${text}` : text, { maxKeys: parameterLimit });
}

function hasMorePairs(text: string, limit: number): boolean {
  let count = 1;
  for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1)) {
    if (++count > limit) return true;
  }
  return count > limit;
}
