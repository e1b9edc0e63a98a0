/** @module Parses `Host` (RFC 9110 §7.2, RFC 3986 §3.2.2). */

import { isIPv6 } from 'node:net';
import { BRACKET_OPEN, COLON, DIGIT_0 } from './internal/char-code.ts';

const MAX_PORT = 0xffff;

/** A parsed host. */
export interface Host {
  /** A name, an IPv4 address, or an IPv6 address in brackets, as sent. */
  readonly hostname: string;
  /** `undefined` if there is none. */
  readonly port: number | undefined;
}

/** Characters of a `reg-name`, which includes IPv4 addresses. Percent escapes are validated separately. */
const isNameCode = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=%") {
  isNameCode[char.charCodeAt(0)] = 1;
}
const MALFORMED_ESCAPE = /%(?![\da-fA-F]{2})/;

/**
 * Parses the value of `Host`.
 *
 * @returns `undefined` for an invalid or empty host
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
  const port = value.charCodeAt(end) === COLON ? parsePort(value, end + 1) : undefined;
  return port === undefined
    ? undefined
    : { hostname: value.slice(0, end), port: port === -1 ? undefined : port };
}

/** The index after the name at the beginning, or 0 if there is none. */
function nameEnd(value: string): number {
  let index = 0;
  while (isNameCode[value.charCodeAt(index)] === 1) index++;
  return value.includes('%') && MALFORMED_ESCAPE.test(value) ? 0 : index;
}

/** The index after the bracketed IPv6 address at the beginning, or 0 if there is none or it has a zone. */
function literalEnd(value: string): number {
  const close = value.indexOf(']');
  const address = value.slice(1, Math.max(close, 1));
  return isIPv6(address) && !address.includes('%') ? close + 1 : 0;
}

/** The port that begins at `start`; -1 if it is empty, `undefined` if it is invalid. */
function parsePort(value: string, start: number): number | undefined {
  let port = -1;
  for (let index = start; index < value.length; index++) {
    const digit = value.charCodeAt(index) - DIGIT_0;
    if (digit < 0 || digit > 9) return undefined;
    port = Math.max(port, 0) * 10 + digit;
    if (port > MAX_PORT) return undefined;
  }
  return port;
}
