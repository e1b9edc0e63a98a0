/**
 * @module `X-Forwarded-For`, read from the right, as far as whoever wrote it is trusted. No RFC has it; RFC 7239
 * describes what it became.
 */

import { isIP } from 'node:net';
import { trimmedSlice } from './internal/field-value.ts';
import type { Trust } from './trust.ts';

/** An address with a port, which some proxies send: `192.0.2.1:80`, `[2001:db8::1]:80`. */
const WITH_PORT = /^(?:\[(?<v6>[\da-fA-F:.]+)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/;

/**
 * The addresses that a request came through: the peer's own, then, each as long as the one before is trusted, what the
 * field has from its right end. The last is the client's, as far as anybody knows. What isn't an IP address ends the
 * walk: whoever wrote it could have written anything.
 *
 * @param peer - the address of the socket's other end; `''` where it has none, as behind a Unix socket
 * @param xForwardedFor - the field's value; of a field that was sent more than once, all of them, with commas
 *
 * @example
 * import { forwardedAddresses } from '@nextpress/semantics/forwarded';
 * import { compileTrust } from '@nextpress/semantics/trust';
 *
 * const trust = compileTrust('loopback');
 * forwardedAddresses('127.0.0.1', '203.0.113.9, 198.51.100.1', trust); // => ["127.0.0.1", "198.51.100.1"]
 * forwardedAddresses('198.51.100.1', '203.0.113.9', trust); // => ["198.51.100.1"]
 */
export function forwardedAddresses(peer: string, xForwardedFor: string | undefined, trust: Trust): string[] {
  const addresses = [peer];
  if (xForwardedFor === undefined) return addresses;
  let end = xForwardedFor.length;
  let nearest = peer;
  while (end >= 0 && trust(nearest, addresses.length - 1)) {
    // Without a comma -1: the first entry begins at 0.
    const comma = end === 0 ? -1 : xForwardedFor.lastIndexOf(',', end - 1);
    const entry = trimmedSlice(xForwardedFor, comma + 1, end);
    end = comma;
    if (entry === '') continue;
    const address = addressOf(entry);
    if (address === undefined) break;
    addresses.push(address);
    nearest = address;
  }
  return addresses;
}

function addressOf(entry: string): string | undefined {
  if (isIP(entry) !== 0) return entry;
  const { v4, v6 } = WITH_PORT.exec(entry)?.groups ?? {};
  const address = v4 ?? v6 ?? '';
  return isIP(address) === 0 ? undefined : address;
}
