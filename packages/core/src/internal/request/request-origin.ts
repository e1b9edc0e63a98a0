/** @module The client and the host of a request. `X-Forwarded-*` headers are used if the peer is a trusted proxy. */

import { isIP } from 'node:net';
import { forwardedAddresses } from '@nextpress/semantics/forwarded';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import { SETTINGS } from '../../settings.ts';
import type { PatchedRequest } from '../patched-messages.ts';
import { headerText } from './request-headers.ts';

/** The socket properties we read. Requests from serverless adapters may lack them. */
interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly encrypted?: boolean;
}

function peerOf(req: PatchedRequest): Peer {
  return (req.socket as Peer | undefined) ?? {};
}

export function getIp(this: PatchedRequest): string | undefined {
  return addressesOf(this).at(-1) || undefined;
}

export function getIps(this: PatchedRequest): string[] {
  return addressesOf(this).slice(1).reverse();
}

/** The addresses from the peer to the client. */
function addressesOf(req: PatchedRequest): string[] {
  const peer = peerOf(req).remoteAddress ?? '';
  const value = headerText(req, 'x-forwarded-for');
  return value === undefined ? [peer] : forwardedAddresses(peer, value, req[SETTINGS].trustProxy);
}

export function getProtocol(this: PatchedRequest): string {
  return forwardedValue(this, 'x-forwarded-proto')?.trim() ?? (peerOf(this).encrypted ? 'https' : 'http');
}

export function getSecure(this: PatchedRequest): boolean {
  return this.protocol === 'https';
}

/** Lower case, as in `URL` and DNS: a guard that compares it must not depend on the client's spelling. */
export function getHost(this: PatchedRequest): string | undefined {
  const forwarded = this[SETTINGS].usesForwardedHost ? forwardedValue(this, 'x-forwarded-host') : undefined;
  return (forwarded ?? authorityOf(this.originalUrl) ?? this.headers.host)?.toLowerCase() || undefined;
}

/** The host without its port. An IPv6 address keeps its brackets. */
export function getHostname(this: PatchedRequest): string | undefined {
  const { host } = this;
  if (!host) return undefined;
  const colon = host.indexOf(':', host.startsWith('[') ? host.indexOf(']') + 1 : 0);
  return colon === -1 ? host : host.slice(0, colon);
}

export function getSubdomains(this: PatchedRequest): string[] {
  const { hostname } = this;
  if (!hostname) return [];
  const labels = isIP(hostname) === 0 ? hostname.split('.').reverse() : [hostname];
  return labels.slice(this[SETTINGS].subdomainOffset);
}

/** The first value of a header, if the peer is trusted. */
function forwardedValue(req: PatchedRequest, name: string): string | undefined {
  const value = headerText(req, name);
  if (value === undefined || !req[SETTINGS].trustProxy(peerOf(req).remoteAddress ?? '', 0)) return undefined;
  const comma = value.indexOf(',');
  return comma === -1 ? value : value.slice(0, comma).trimEnd();
}

/**
 * The host of a target in absolute-form, which takes precedence over `Host` (RFC 9112 §3.2.2). Otherwise a proxy that
 * routes by the target and an application that reads `Host` could see different sites.
 */
function authorityOf(target: string): string | undefined {
  return target.startsWith('/') || target === '*' ? undefined : parseRequestTarget(target)?.authority;
}
