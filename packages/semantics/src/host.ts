/** @module The `Host` field (RFC 9110 §7.2): a host and a port, by RFC 3986 §3.2.2. */

import { isIPv6 } from 'node:net';
import { BRACKET_OPEN, COLON, DIGIT_0 } from './internal/char-code.ts';

const MAX_PORT = 0xffff;

/** A host, taken apart. */
export interface Host {
  /** As it was sent: a name, an IPv4 address, or an IPv6 address in its brackets. */
  readonly hostname: string;
  /** `undefined` where there is none. */
  readonly port: number | undefined;
}

/** Octets of a `reg-name`, of which an IPv4 address is one; that a percent sign begins an escape is looked at afterwards. */
const isNameCode = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=%") {
  isNameCode[char.charCodeAt(0)] = 1;
}
const MALFORMED_ESCAPE = /%(?![\da-fA-F]{2})/;

/**
 * Reads the value of `Host`.
 *
 * @returns `undefined` for what is no host, an empty text included
 *
 * @example
 * import { parseHost } from '@nextpress/semantics/host';
 *
 * parseHost('example.com:8080'); // => { hostname: "example.com", port: 8080 }
 * parseHost('[::1]')?.hostname; // => "[::1]"
 * parseHost('exa mple.com'); // => undefined
 */
export function parseHost(value: string): Host | undefined {
  const end = value.charCodeAt(0) === BRACKET_OPEN ? literalEnd(value) : nameEnd(value);
  if (end === 0) return undefined;
  if (end === value.length) return { hostname: value, port: undefined };
  const port = value.charCodeAt(end) === COLON ? portFrom(value, end + 1) : undefined;
  return port === undefined
    ? undefined
    : { hostname: value.slice(0, end), port: port === -1 ? undefined : port };
}

/** The index after a name, or 0 when none stands at the beginning. */
function nameEnd(value: string): number {
  let index = 0;
  while (isNameCode[value.charCodeAt(index)] === 1) index++;
  return value.includes('%') && MALFORMED_ESCAPE.test(value) ? 0 : index;
}

/** The index after an IPv6 address, without a zone, in brackets; 0 when none stands at the beginning. */
function literalEnd(value: string): number {
  const close = value.indexOf(']');
  const address = value.slice(1, Math.max(close, 1));
  return isIPv6(address) && !address.includes('%') ? close + 1 : 0;
}

/** The number from `start` on; -1 when nothing is there, `undefined` for what is no port. */
function portFrom(value: string, start: number): number | undefined {
  let port = -1;
  for (let index = start; index < value.length; index++) {
    const digit = value.charCodeAt(index) - DIGIT_0;
    if (digit < 0 || digit > 9) return undefined;
    port = Math.max(port, 0) * 10 + digit;
    if (port > MAX_PORT) return undefined;
  }
  return port;
}
