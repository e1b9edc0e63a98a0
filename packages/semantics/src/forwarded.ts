/**
 * @module `X-Forwarded-For`, read from the right, as far as whoever wrote it is trusted. No RFC has it; RFC 7239
 * describes what it became.
 */

import { trimmedSlice } from './internal/field-value.ts';
import type { Trust } from './trust.ts';

/**
 * The addresses that a request came through: the peer's own, then, each as long as the one before is trusted, what the
 * header has from its right end, whatever that is. The last is the client's, as far as is known.
 *
 * @param peer - the address of the socket's other end; `''` where it has none, as behind a Unix socket
 * @param xForwardedFor - the header's value; of a header that was sent more than once, all of them, with commas
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
    addresses.push(entry);
    nearest = entry;
  }
  return addresses;
}
