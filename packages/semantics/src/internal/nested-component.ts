/** @module Decodes one name or value of a nested query, as qs does. */

import { decodeFormComponent } from './form-component.ts';

const MALFORMED_ESCAPE = /%(?![\da-f]{2})/i;

/**
 * Converts `+` to a space, decodes escapes and reads the bytes as UTF-8. If any escape is malformed, or the decoded
 * bytes are not UTF-8, all escapes are kept.
 *
 * @param text - one character per byte; other text is encoded in UTF-8 first
 */
export function decodeNestedComponent(text: string): string {
  const decoded = decodeFormComponent(text);
  if (!text.includes('%')) return decoded;
  return decoded.includes('\ufffd') || MALFORMED_ESCAPE.test(text) ? decodeAllOrNothing(text) : decoded;
}

function decodeAllOrNothing(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  const bytes = Buffer.from(spaced, 'latin1');
  const characters = bytes.toString('latin1') === spaced ? bytes.toString() : spaced;
  try {
    return decodeURIComponent(characters);
  } catch {
    return characters;
  }
}
