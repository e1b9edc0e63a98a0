/** @module One name or value of `application/x-www-form-urlencoded`. */

import { DELETE, PERCENT, PLUS, SPACE } from './char-code.ts';
import { escapedOctet } from './escaped-octet.ts';

/**
 * Turns `+` into a space, decodes escapes and reads the octets as UTF-8. Never fails, and takes no exception for its
 * rare cases: a thousand malformed escapes cost no more than a thousand good ones.
 *
 * @param text - one character per octet; text that holds more than octets is taken as text
 */
export function decodeFormComponent(text: string): string {
  let octets = '';
  let copied = 0;
  let isAscii = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0xff) return decodeFormComponent(Buffer.from(text, 'utf8').toString('latin1'));
    let octet = code;
    let width = 1;
    if (code === PLUS) octet = SPACE;
    else if (code === PERCENT) {
      octet = escapedOctet(text, index);
      if (octet === -1) continue;
      width = 3;
    }
    if (octet > DELETE) isAscii = false;
    if (octet === code && width === 1) continue;
    octets += text.slice(copied, index) + String.fromCharCode(octet);
    copied = index + width;
    index = copied - 1;
  }
  octets = copied === 0 ? text : octets + text.slice(copied);
  return isAscii ? octets : Buffer.from(octets, 'latin1').toString('utf8');
}
