/** @module One name or value of a nested query, as qs decodes it. */

import { decodeFormComponent } from './form-component.ts';

const MALFORMED_ESCAPE = /%(?![\da-f]{2})/i;

/**
 * Turns `+` into a space, decodes escapes and reads the octets as UTF-8. A text with a malformed escape, or with escapes that
 * are not UTF-8, keeps all of its escapes.
 *
 * @param text - one character per octet; text that holds more than octets is taken as text
 */
export function decodeNestedComponent(text: string): string {
  const decoded = decodeFormComponent(text);
  if (!text.includes('%')) return decoded;
  return decoded.includes('\ufffd') || MALFORMED_ESCAPE.test(text) ? decodeAllOrNothing(text) : decoded;
}

function decodeAllOrNothing(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  const octets = Buffer.from(spaced, 'latin1');
  const characters = octets.toString('latin1') === spaced ? octets.toString() : spaced;
  try {
    return decodeURIComponent(characters);
  } catch {
    return characters;
  }
}
