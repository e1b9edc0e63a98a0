/** @module One name or value of `application/x-www-form-urlencoded`. */

import { PERCENT, PLUS, SPACE } from './char-code.ts';
import { hexValue } from './hex-value.ts';

/**
 * Turns `+` into a space, decodes escapes and reads the octets as UTF-8. Never fails, and takes no exception for its
 * rare cases: a thousand malformed escapes cost no more than a thousand good ones.
 *
 * @param text - one character per octet; text that holds more than octets is taken as text
 */
export function decodeFormComponent(text: string): string {
  const octets = Buffer.from(text, isLatin1(text) ? 'latin1' : 'utf8');
  let end = 0;
  for (let index = 0; index < octets.length; index++) {
    let octet = octets[index] ?? 0;
    if (octet === PLUS) octet = SPACE;
    else if (octet === PERCENT) {
      const high = hexValue(octets[index + 1] ?? 0);
      const low = hexValue(octets[index + 2] ?? 0);
      if (high !== -1 && low !== -1) {
        octet = high * 16 + low;
        index += 2;
      }
    }
    octets[end++] = octet;
  }
  return octets.toString('utf8', 0, end);
}

function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0xff) return false;
  }
  return true;
}
