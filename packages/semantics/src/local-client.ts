/** @module Decides which clients may see error details in development. */

import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import { parseHost } from './host.ts';
import { compileTrust, type Trust } from './trust.ts';

/**
 * Compiled on first use: V8 takes 4 ms to compile Node's regular expression for IPv6 addresses, and few processes need
 * it.
 */
let trustsLoopback: Trust | undefined;

/** Whether an IP address belongs to the loopback interface. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  trustsLoopback ??= compileTrust('loopback');
  return trustsLoopback(address, 0);
}

/** The parts of a request that identify its origin. */
export interface ClientRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket?: { readonly remoteAddress?: string | undefined } | null | undefined;
}

/**
 * Whether a request comes from this machine, and not from a page of another origin. The connection must come from a
 * loopback address. A request with a `Forwarded` or `X-Forwarded-For` header is rejected, whatever its value. `Host`
 * must be an IP address, `localhost` or a subdomain of it: any other name could belong to another site and resolve to
 * this machine (DNS rebinding).
 *
 * @example
 * import { isLocalClient } from '@nextpress/semantics/local-client';
 *
 * const socket = { remoteAddress: '127.0.0.1' };
 * isLocalClient({ socket, headers: { host: 'localhost:3000' } }); // => true
 * isLocalClient({ socket, headers: { host: 'rebound.example:3000' } }); // => false
 */
export function isLocalClient({ headers, socket }: ClientRequest): boolean {
  const host = String(headers[':authority'] ?? headers.host ?? '').toLowerCase();
  const { origin, forwarded, 'x-forwarded-for': forwardedFor, 'sec-fetch-site': site = 'none' } = headers;
  return (
    isLoopback(socket?.remoteAddress) &&
    forwardedFor === undefined &&
    forwarded === undefined &&
    isLocalName(parseHost(host)?.hostname ?? '') &&
    (site === 'same-origin' || site === 'none') &&
    (origin === undefined || origin === `http://${host}` || origin === `https://${host}`)
  );
}

/** @param hostname - in lower case */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || isIPv4(name) || name.startsWith('[');
}
