/** @module The charsets of text bodies, by their labels. As in body-parser, bytes that are no text become U+FFFD. */

import { isAscii } from 'node:buffer';
import { decodeUtf16, decodeUtf32 } from './wide-charset.ts';

/** A charset: the label it was asked for by, and how its bytes become text. */
export interface Charset {
  /** In lower case. */
  readonly name: string;
  /** Decodes a whole body, without its byte order mark. */
  decode(bytes: Buffer): string;
}

type Decode = Charset['decode'];

/** Windows-1252 from 0x80 to 0x9f. The `TextDecoder` of Node 20 takes the name for ISO-8859-1. */
const WINDOWS_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

const DECODERS = new Map<string, Decode>([
  ['utf-8', decodeUtf8],
  ['utf8', decodeUtf8],
  ['utf-16', (bytes) => decodeUtf16(bytes)],
  ['utf-16le', (bytes) => decodeUtf16(bytes, 'LE')],
  ['utf-16be', (bytes) => decodeUtf16(bytes, 'BE')],
  ['utf-32', (bytes) => decodeUtf32(bytes)],
  ['utf-32le', (bytes) => decodeUtf32(bytes, 'LE')],
  ['utf-32be', (bytes) => decodeUtf32(bytes, 'BE')],
  // To browsers these names mean windows-1252.
  ['iso-8859-1', decodeLatin1],
  ['latin1', decodeLatin1],
  ['ascii', decodeAscii],
  ['us-ascii', decodeAscii],
  ['windows-1252', decodeWestern],
]);

/**
 * The charset of that label in lower case; `undefined` when it is not known.
 *
 * Next to those above, every one that `TextDecoder` knows (https://encoding.spec.whatwg.org/#names-and-labels).
 */
export function charsetOf(label: string): Charset | undefined {
  const decode = DECODERS.get(label) ?? decoderOf(label);
  return decode === undefined ? undefined : { name: label, decode };
}

function decoderOf(label: string): Decode | undefined {
  try {
    const decoder = new TextDecoder(label);
    return DECODERS.get(decoder.encoding) ?? ((bytes) => decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

function decodeUtf8(bytes: Buffer): string {
  // Most bodies are ASCII, and Latin-1 is the fastest way from bytes to text.
  if (isAscii(bytes)) return bytes.toString('latin1');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}

function decodeLatin1(bytes: Buffer): string {
  return bytes.toString('latin1');
}

function decodeAscii(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, '\ufffd');
}

function decodeWestern(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252.charAt(byte.charCodeAt(0) - 0x80));
}
