/** @module Parses and matches media types (RFC 9110 §8.3.1). */

import { SLASH } from './internal/char-code.ts';
import { isToken, skipToken, skipWhitespace } from './internal/header-value.ts';
import { parseParameters } from './internal/parameters.ts';
import { invalidValue } from './options.ts';

/** A parsed media type. Names are in lower case; parameter values are as sent. */
export interface MediaType {
  /** `type/subtype`. */
  readonly essence: string;
  readonly type: string;
  readonly subtype: string;
  /** The structured syntax suffix (RFC 6839), `json` in `application/problem+json`. */
  readonly suffix: string | undefined;
  /** In the order sent. If a name is repeated, the first value wins. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Parses the value of `Content-Type`, or one element of `Accept`.
 *
 * @returns `undefined` if the value does not match the grammar, so that it cannot be validated as one type and parsed
 * as another
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
 * Whether a media type matches a pattern: `application/json`, `application/*`, `*\/*`, `+json` (short for `*\/*+json`) or
 * `application/*+json`. Parameters are ignored.
 *
 * @throws {TypeError} for an invalid pattern
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
      'a pattern such as "application/json", "application/*", "*/*" or "+json"',
      pattern,
    );
  }
  if (mainType !== '*' && mainType !== type.type) return false;
  if (subtype === '*') return true;
  return subtype.startsWith('*+') ? type.subtype.endsWith(subtype.slice(1)) : subtype === type.subtype;
}
