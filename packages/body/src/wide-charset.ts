/** @module Decodes UTF-16 and UTF-32. */

/** `BE` starts with the most significant byte. */
type ByteOrder = 'LE' | 'BE';

/** How many code units are examined to detect the byte order. */
const SAMPLE = 100;

/** Decodes UTF-16. The default byte order is that of the byte order mark, or else detected from ASCII characters. */
export function decodeUtf16(bytes: Buffer, order: ByteOrder = orderOf(bytes, 2)): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = (order === 'LE' ? even : Buffer.from(even).swap16()).toString('utf16le');
  return withoutMark(text);
}

/** Decodes UTF-32. The default byte order is found as in {@link decodeUtf16}. */
export function decodeUtf32(bytes: Buffer, order: ByteOrder = orderOf(bytes, 4)): string {
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = order === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    text += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  }
  return withoutMark(text);
}

function orderOf(bytes: Buffer, size: 2 | 4): ByteOrder {
  const end = Math.min(bytes.length - size + 1, SAMPLE * size);
  let balance = 0;
  for (let at = 0; at < end; at += size) {
    const code = bytes.readUIntLE(at, size);
    const reversed = bytes.readUIntBE(at, size);
    if (at === 0 && code === 0xfeff) return 'LE';
    if (at === 0 && reversed === 0xfeff) return 'BE';
    if (code <= 0xff) balance++;
    if (reversed <= 0xff) balance--;
  }
  return balance < 0 ? 'BE' : 'LE';
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
