/** @module Parses `X-Forwarded-For` from right to left, for as long as the proxies are trusted. */

import { trimmedSlice } from './internal/header-value.ts';
import type { Trust } from './trust.ts';

/**
 * Returns the addresses from the peer to the client: the peer, then the header's entries from right to left, for as
 * long as the previous address is trusted. The last address is the client's. Entries are not validated.
 *
 * @param peer - the address of the socket's peer; `''` for a Unix socket
 * @param xForwardedFor - the header's value; if the header is repeated, the values joined with commas
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
    // -1 if there is no comma: the first entry begins at 0.
    const comma = end === 0 ? -1 : xForwardedFor.lastIndexOf(',', end - 1);
    const entry = trimmedSlice(xForwardedFor, comma + 1, end);
    end = comma;
    if (entry === '') continue;
    addresses.push(entry);
    nearest = entry;
  }
  return addresses;
}
