/** @module Decodes one name or value of `application/x-www-form-urlencoded`. */

import { DELETE, PERCENT, PLUS, SPACE } from './char-code.ts';
import { escapedByte } from './escaped-byte.ts';

/** Shared buffer for decoded bytes. Concatenating strings takes two to three times as long. */
const SCRATCH = Buffer.allocUnsafeSlow(4096);

/**
 * Converts `+` to a space, decodes escapes and reads the bytes as UTF-8. Never throws, so malformed escapes don't take
 * longer than valid ones.
 *
 * @param text - one character per byte; other text is encoded in UTF-8 first
 */
export function decodeFormComponent(text: string): string {
  const { length } = text;
  const bytes = length <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafe(length);
  let count = 0;
  let bits = 0;
  for (let index = 0; index < length; index++) {
    let byte = text.charCodeAt(index);
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const escaped = escapedByte(text, index);
      if (escaped !== -1) {
        byte = escaped;
        index += 2;
      }
    }
    bytes[count++] = byte;
    bits |= byte;
  }
  if (bits > 0xff) return decodeFormComponent(Buffer.from(text, 'utf8').toString('latin1'));
  return bytes.toString(bits > DELETE ? 'utf8' : 'latin1', 0, count);
}
