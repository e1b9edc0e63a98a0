/** @module The charsets of JSON: UTF-8 (RFC 8259 §8.1), and UTF-16 for those who still send it. */

import { isUtf8 } from 'node:buffer';

/** A charset that {@link decodeText} knows. */
export type Charset = 'utf-8' | 'utf-16' | 'utf-16le' | 'utf-16be';

const CHARSETS = new Map<string, Charset>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['utf-16', 'utf-16'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
]);

/** The charset of that name, in any case; UTF-8 when none is named, `undefined` when it isn't known. */
export function charsetOf(name: string | undefined): Charset | undefined {
  return name === undefined ? 'utf-8' : CHARSETS.get(name.toLowerCase());
}

/**
 * Decodes a whole body without its byte order mark.
 *
 * @returns `undefined` when the bytes are not text in that charset: nothing is replaced by a guess
 */
export function decodeText(bytes: Buffer, charset: Charset): string | undefined {
  if (charset !== 'utf-8') return decodeUtf16(bytes, charset);
  if (!isUtf8(bytes)) return undefined;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}

function decodeUtf16(bytes: Buffer, charset: Charset): string | undefined {
  const hasBigEndianMark = bytes[0] === 0xfe && bytes[1] === 0xff;
  const label = charset === 'utf-16' ? (hasBigEndianMark ? 'utf-16be' : 'utf-16le') : charset;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
