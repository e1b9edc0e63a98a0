/** @module Media types (RFC 9110 §8.3.1). One reading for matching, parsing and validation. */

import { SLASH } from './internal/char-code.ts';
import { isToken, skipToken, skipWhitespace } from './internal/field-value.ts';
import { parseParameters } from './internal/parameters.ts';
import { invalidValue } from './options.ts';

/** A media type, taken apart. Names are in lower case, the values of parameters as they were sent. */
export interface MediaType {
  /** `type/subtype`. */
  readonly essence: string;
  readonly type: string;
  readonly subtype: string;
  /** The structured syntax suffix (RFC 6839), `json` in `application/problem+json`. */
  readonly suffix: string | undefined;
  /** In the order they were sent; of a name that was sent twice the first counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Reads the value of `Content-Type`, or one element of `Accept`.
 *
 * Strict: whatever the grammar doesn't allow gives `undefined`, so that nothing is parsed as one type and
 * validated as another.
 *
 * @example
 * import { parseMediaType } from '@nextpress/semantics/media-type';
 *
 * const type = parseMediaType('Application/Problem+JSON; Charset="utf-8"');
 * type?.essence; // => "application/problem+json"
 * type?.suffix; // => "json"
 * type?.parameters.get('charset'); // => "utf-8"
 * parseMediaType('application/json garbage'); // => undefined
 */
export function parseMediaType(value: string): MediaType | undefined {
  const start = skipWhitespace(value, 0);
  const slash = skipToken(value, start);
  if (slash === start || value.charCodeAt(slash) !== SLASH) return undefined;
  const end = skipToken(value, slash + 1);
  if (end === slash + 1) return undefined;

  const parameters = parseParameters(value, end);
  if (parameters === undefined) return undefined;

  const type = value.slice(start, slash).toLowerCase();
  const subtype = value.slice(slash + 1, end).toLowerCase();
  const plus = subtype.lastIndexOf('+');
  const suffix = plus === -1 ? undefined : subtype.slice(plus + 1);
  return { essence: `${type}/${subtype}`, type, subtype, suffix, parameters };
}

/**
 * Whether a media type is one that the pattern names: `application/json`, `application/*`, `*\/*`, `+json` (short
 * for `*\/*+json`) or `application/*+json`. Parameters play no part.
 *
 * @throws {TypeError} when the pattern is none of these
 *
 * @example
 * import { matchesMediaType, parseMediaType } from '@nextpress/semantics/media-type';
 *
 * const type = parseMediaType('application/problem+json');
 * type !== undefined && matchesMediaType(type, '+json'); // => true
 * type !== undefined && matchesMediaType(type, 'application/json'); // => false
 */
export function matchesMediaType(type: MediaType, pattern: string): boolean {
  const whole = (pattern.startsWith('+') ? `*/*${pattern}` : pattern).toLowerCase();
  if (type.essence === whole) return true;

  const slash = whole.indexOf('/');
  const mainType = whole.slice(0, slash);
  const subtype = whole.slice(slash + 1);
  if (slash === -1 || !isToken(mainType) || !isToken(subtype)) {
    throw invalidValue(
      'media type pattern',
      '"application/json", "application/*", "*/*", "+json" or the like',
      pattern,
    );
  }
  if (mainType !== '*' && mainType !== type.type) return false;
  if (subtype === '*') return true;
  return subtype.startsWith('*+') ? type.subtype.endsWith(subtype.slice(1)) : subtype === type.subtype;
}
