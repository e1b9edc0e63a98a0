/** @module Decodes text bodies. As in body-parser, invalid bytes become U+FFFD. */

import { isAscii } from 'node:buffer';

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
  // `TextDecoder` treats these labels as windows-1252, like browsers.
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

/** `BE` starts with the most significant byte. */
type ByteOrder = 'LE' | 'BE';

/** How many code units are examined to detect the byte order. */
const SAMPLE = 100;

/** Decodes UTF-16. The default byte order is that of the byte order mark, or else detected from ASCII characters. */
function decodeUtf16(bytes: Buffer, order: ByteOrder = orderOf(bytes, 2)): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = (order === 'LE' ? even : Buffer.from(even).swap16()).toString('utf16le');
  return withoutMark(text);
}

/** Decodes UTF-32. The default byte order is determined as in {@link decodeUtf16}. */
function decodeUtf32(bytes: Buffer, order: ByteOrder = orderOf(bytes, 4)): string {
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
