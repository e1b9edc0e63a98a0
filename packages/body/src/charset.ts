/** @module Decodes text bodies. As in body-parser, invalid bytes become U+FFFD. */

import { isAscii } from 'node:buffer';
import { decodeUtf16, decodeUtf32 } from './wide-charset.ts';

export interface Charset {
  /** The requested label, in lower case. */
  readonly name: string;
  /** Decodes a whole body, without its byte order mark. */
  decode(bytes: Buffer): string;
}

type Decode = Charset['decode'];

/** The characters of windows-1252 from 0x80 to 0x9f. `TextDecoder` of Node 20 decodes windows-1252 as ISO-8859-1. */
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
  // `TextDecoder` reads these labels as windows-1252, as browsers do.
  ['iso-8859-1', decodeLatin1],
  ['latin1', decodeLatin1],
  ['ascii', decodeAscii],
  ['us-ascii', decodeAscii],
  ['windows-1252', decodeWestern],
]);

/**
 * The charset of a label in lower case, or `undefined`. Supports the labels of `TextDecoder`
 * (https://encoding.spec.whatwg.org/#names-and-labels) and those above.
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
  // Most bodies are ASCII, and latin1 is the fastest decoder.
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
