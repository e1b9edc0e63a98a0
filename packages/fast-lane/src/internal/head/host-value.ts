/** @module Hot: validates `Host` (RFC 9110 §7.2, RFC 3986 §3.2.2). Node's parser accepts any value. */

import { isIPv6 } from 'node:net';
import { NINE, SP, ZERO } from './char-class.ts';

const COLON = 0x3a;
const BRACKET_OPEN = 0x5b;
const MAX_PORT = 0xffff;

/** 1 for the bytes of a `reg-name`. Percent escapes are left to Node. */
const NAME: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[\w.~!$&'()*+,;=-]/.test(String.fromCharCode(byte))),
);

/**
 * Accepts a name or address, with or without a port, or an empty value.
 *
 * @param start - the position after the colon of the header
 */
export function namesHost(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (bytes[at] === SP) at++;
  if (bytes[at] === BRACKET_OPEN) return isLiteral(bytes, at, end);
  const nameStart = at;
  while (NAME[bytes[at] as number] === 1) at++;
  return at === end || (at > nameStart && isPort(bytes, at, end));
}

/** Whether the rest is a colon and a port, which may be empty. */
function isPort(bytes: Uint8Array, colon: number, end: number): boolean {
  if (bytes[colon] !== COLON) return false;
  let port = 0;
  for (let at = colon + 1; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < ZERO || byte > NINE) return false;
    port = Math.min(port * 10 + (byte - ZERO), MAX_PORT + 1);
  }
  return port <= MAX_PORT;
}

/** Whether the rest is an IPv6 address in brackets. */
function isLiteral(bytes: Uint8Array, start: number, end: number): boolean {
  const close = bytes.subarray(start, end).indexOf(0x5d) + start;
  const address = String.fromCharCode(...bytes.subarray(start + 1, Math.max(close, start + 1)));
  if (!isIPv6(address) || address.includes('%')) return false;
  return close + 1 === end || isPort(bytes, close + 1, end);
}
