/** @module One name or value of `application/x-www-form-urlencoded`. */

import { DELETE, PERCENT, PLUS, SPACE } from './char-code.ts';
import { escapedOctet } from './escaped-octet.ts';

/** Where octets are put together. Joined as strings, one for each that changes, they take two to three times as long. */
const SCRATCH = Buffer.allocUnsafeSlow(4096);

/**
 * Turns `+` into a space, decodes escapes and reads the octets as UTF-8. Never fails, and takes no exception for its
 * rare cases: a thousand malformed escapes cost no more than a thousand good ones.
 *
 * @param text - one character per octet; text that holds more than octets is taken as text
 */
export function decodeFormComponent(text: string): string {
  const { length } = text;
  const octets = length <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafe(length);
  let count = 0;
  let bits = 0;
  for (let index = 0; index < length; index++) {
    let octet = text.charCodeAt(index);
    if (octet === PLUS) octet = SPACE;
    else if (octet === PERCENT) {
      const escaped = escapedOctet(text, index);
      if (escaped !== -1) {
        octet = escaped;
        index += 2;
      }
    }
    octets[count++] = octet;
    bits |= octet;
  }
  if (bits > 0xff) return decodeFormComponent(Buffer.from(text, 'utf8').toString('latin1'));
  return octets.toString(bits > DELETE ? 'utf8' : 'latin1', 0, count);
}
