/**
 * @module The headers that affect framing, the connection or the protocol. Each one either has the single accepted
 * form, or leaves the head to Node.
 */

import { LOWER_CASE_BIT, NINE, SP, ZERO } from './char-class.ts';
import type { Head, Outcome } from './head.ts';
import { namesHost } from './host-value.ts';

const MAX_LENGTH_DIGITS = 9;
const KEEP_ALIVE = bytesOf('keep-alive');

/** Checks the value between two positions. */
type Check = (bytes: Uint8Array, start: number, end: number, head: Head) => Outcome;

interface SpecialHeader {
  readonly name: Uint8Array;
  readonly check: Check;
}

const HEADERS: readonly SpecialHeader[] = [
  header('host', countHost),
  header('connection', checkConnection),
  header('content-length', readContentLength),
  header('transfer-encoding', () => 'transfer-encoding'),
  header('expect', () => 'expect'),
  header('upgrade', () => 'upgrade'),
  header('trailer', () => 'trailer'),
  header('proxy-connection', () => 'connection'),
];

/** Per name length, a bit set of the low five bits of first letters: a quick test before names are compared. */
export const SPECIAL_INITIALS: Int32Array = initialsByLength();

function header(name: string, check: Check): SpecialHeader {
  return { name: bytesOf(name), check };
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function initialsByLength(): Int32Array {
  const longest = Math.max(...HEADERS.map(({ name }) => name.length));
  const initials = new Int32Array(longest + 1);
  for (const { name } of HEADERS) {
    initials[name.length] = Number(initials[name.length]) | (1 << (Number(name[0]) & 31));
  }
  return initials;
}

/**
 * Checks a header whose name may be one of these.
 *
 * @param end - the end of the value, which starts after the colon
 * @returns `'ordinary'`, or the reason why the head is not ordinary
 */
export function checkSpecial(
  bytes: Uint8Array,
  nameStart: number,
  nameEnd: number,
  end: number,
  head: Head,
): Outcome {
  for (let i = 0; i < HEADERS.length; i++) {
    const { name, check } = HEADERS[i] as SpecialHeader;
    if (name.length === nameEnd - nameStart && isNamed(bytes, nameStart, name)) {
      return check(bytes, nameEnd + 1, end, head);
    }
  }
  return 'ordinary';
}

/** Compares case-insensitively. Bytes of `tchar` that differ only in this bit are letters. */
function isNamed(bytes: Uint8Array, start: number, name: Uint8Array): boolean {
  for (let i = 0; i < name.length; i++) {
    const expected = name[i] as number;
    const byte = bytes[start + i] as number;
    if (byte !== expected && (byte | LOWER_CASE_BIT) !== expected) return false;
  }
  return true;
}

function countHost(bytes: Uint8Array, start: number, end: number, head: Head): Outcome {
  return ++head.hostCount > 1 || !namesHost(bytes, start, end) ? 'host' : 'ordinary';
}

function checkConnection(bytes: Uint8Array, start: number, end: number): Outcome {
  const first = skipSpaces(bytes, start);
  return end - first === KEEP_ALIVE.length && isNamed(bytes, first, KEEP_ALIVE) ? 'ordinary' : 'connection';
}

/** Reads `0`, or up to nine digits without a leading zero. Node handles other forms and repeated headers. */
function readContentLength(bytes: Uint8Array, start: number, end: number, head: Head): Outcome {
  if (head.declaredLength !== -1) return 'content-length';
  const first = skipSpaces(bytes, start);
  const digits = end - first;
  if (digits === 0 || digits > MAX_LENGTH_DIGITS || (digits > 1 && bytes[first] === ZERO)) {
    return 'content-length';
  }
  let length = 0;
  for (let i = first; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte < ZERO || byte > NINE) return 'content-length';
    length = length * 10 + (byte - ZERO);
  }
  head.declaredLength = length;
  return 'ordinary';
}

function skipSpaces(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === SP) at++;
  return at;
}
