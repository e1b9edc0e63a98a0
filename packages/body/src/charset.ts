/** @module The charsets that a body is read in. Nothing is replaced by a guess: bytes that aren't text are none. */

import { isAscii, isUtf8 } from 'node:buffer';

/** A charset: its name, and bytes to text. */
export interface Charset {
  /** In lower case, one spelling for each. */
  readonly name: string;
  /** Decodes a whole body without its byte order mark; `undefined` when the bytes aren't text. */
  decode(bytes: Buffer): string | undefined;
}

/** UTF-8, what a body is in unless it says otherwise. */
const UTF_8: Charset = {
  name: 'utf-8',
  decode(bytes) {
    // Most bodies are, and Latin-1 is the shortest way from bytes to text.
    if (isAscii(bytes)) return bytes.toString('latin1');
    if (!isUtf8(bytes)) return undefined;
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return bytes.toString('utf8', hasMark ? 3 : 0);
  },
};

/** In either order, by the mark; without one the lower octet first, as nearly everybody sends it. */
const UTF_16: Charset = {
  name: 'utf-16',
  decode(bytes) {
    const hasBigEndianMark = bytes[0] === 0xfe && bytes[1] === 0xff;
    return decodeAs(hasBigEndianMark ? 'utf-16be' : 'utf-16le', bytes);
  },
};

/** One character per octet, and the same. (To browsers this name means windows-1252; here it means what it says.) */
const LATIN_1: Charset = { name: 'iso-8859-1', decode: (bytes) => bytes.toString('latin1') };

/** What windows-1252 has from 0x80 to 0x9f. Five are none, and stay what they are, as in browsers. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Written out, as the `TextDecoder` of Node 20 takes it for ISO-8859-1. */
const WESTERN: Charset = {
  name: 'windows-1252',
  decode: (bytes) =>
    bytes
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (octet) => WINDOWS_1252.charAt(octet.charCodeAt(0) - 0x80)),
};

const SPELLINGS = new Map<string, Charset>([
  ['utf-8', UTF_8],
  ['utf8', UTF_8],
  ['utf-16', UTF_16],
  ['utf-16le', viaDecoder('utf-16le')],
  ['utf-16be', viaDecoder('utf-16be')],
  ['iso-8859-1', LATIN_1],
  ['latin1', LATIN_1],
  ['us-ascii', LATIN_1],
  ['windows-1252', WESTERN],
]);

/**
 * The charset of that name, in any case; `undefined` when it isn't known.
 *
 * Beside those above, every one that `TextDecoder` knows (https://encoding.spec.whatwg.org/#names-and-labels).
 */
export function charsetOf(name: string): Charset | undefined {
  const lower = name.toLowerCase();
  return SPELLINGS.get(lower) ?? fromStandard(lower);
}

function fromStandard(label: string): Charset | undefined {
  try {
    const { encoding } = new TextDecoder(label, { fatal: true });
    return SPELLINGS.get(encoding) ?? viaDecoder(encoding);
  } catch {
    return undefined;
  }
}

function viaDecoder(name: string): Charset {
  return { name, decode: (bytes) => decodeAs(name, bytes) };
}

function decodeAs(name: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
