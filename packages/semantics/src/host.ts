/** @module The `Host` field (RFC 9110 §7.2): a host and a port, by RFC 3986 §3.2.2. */

import { isIPv6 } from 'node:net';

/** A host, taken apart. */
export interface Host {
  /** As it was sent: a name, an IPv4 address, or an IPv6 address in its brackets. */
  readonly hostname: string;
  /** `undefined` where there is none. */
  readonly port: number | undefined;
}

/** `reg-name`; an IPv4 address is one, too. */
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-fA-F]{2})+$/;
const PORT = /^\d{0,5}$/;

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
  const end = value.startsWith('[') ? value.indexOf(']') + 1 : value.indexOf(':');
  const hostEnd = end === -1 ? value.length : end;
  const hostname = value.slice(0, hostEnd);
  const isHost = hostname.startsWith('[') ? isLiteral(hostname) : NAME.test(hostname);
  if (!isHost || (hostEnd < value.length && value[hostEnd] !== ':')) return undefined;
  const digits = value.slice(hostEnd + 1);
  if (!PORT.test(digits) || Number(digits) > 0xffff) return undefined;
  return { hostname, port: digits === '' ? undefined : Number(digits) };
}

/** An IPv6 address, without a zone, in brackets. */
function isLiteral(text: string): boolean {
  const address = text.slice(1, -1);
  return isIPv6(address) && !address.includes('%');
}
