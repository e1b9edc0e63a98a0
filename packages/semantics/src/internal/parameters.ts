/** @module Parses parameters (RFC 9110 §5.6.6). */

import { DOUBLE_QUOTE, EQUALS, SEMICOLON } from './char-code.ts';
import { skipQuotedString, skipToken, skipWhitespace, unquote } from './header-value.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Parses `*( OWS ";" OWS [ parameter ] )` from `start` to the end. Names are converted to lower case. If a name is
 * repeated, the first value wins.
 *
 * @returns `undefined` for malformed parameters
 */
export function parseParameters(value: string, start: number): ReadonlyMap<string, string> | undefined {
  if (start === value.length) return NONE;
  const parameters = new Map<string, string>();
  let index = skipWhitespace(value, start);
  while (index < value.length) {
    if (value.charCodeAt(index) !== SEMICOLON) return undefined;
    const nameStart = skipWhitespace(value, index + 1);
    const nameEnd = skipToken(value, nameStart);
    index = nameEnd;
    if (nameEnd > nameStart) {
      if (value.charCodeAt(nameEnd) !== EQUALS) return undefined;
      const valueStart = nameEnd + 1;
      const quoted = value.charCodeAt(valueStart) === DOUBLE_QUOTE;
      index = quoted ? skipQuotedString(value, valueStart) : skipToken(value, valueStart);
      if (index <= valueStart) return undefined;
      const name = value.slice(nameStart, nameEnd).toLowerCase();
      if (!parameters.has(name)) {
        parameters.set(name, quoted ? unquote(value, valueStart, index) : value.slice(valueStart, index));
      }
    }
    index = skipWhitespace(value, index);
  }
  return parameters;
}
