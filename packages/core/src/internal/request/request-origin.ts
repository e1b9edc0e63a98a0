/**
 * @module Whom a request comes from, and what for: `ip`, `ips`, `protocol`, `secure`, `host`, `hostname`, `subdomains`.
 * What a proxy says of it counts when the peer is trusted.
 */

import { isIP } from 'node:net';
import { forwardedAddresses } from '@nextpress/semantics/forwarded';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import { SETTINGS } from '../../settings.ts';
import { type HelpedRequest, textField } from './helped-request.ts';

/** What is read of a socket; other servers' requests may have less. */
interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly encrypted?: boolean;
}

function peerOf(req: HelpedRequest): Peer {
  return (req.socket as Peer | undefined) ?? {};
}

export function getIp(this: HelpedRequest): string | undefined {
  return addressesOf(this).at(-1) || undefined;
}

export function getIps(this: HelpedRequest): string[] {
  return addressesOf(this).slice(1).reverse();
}

/** From the peer's own to the client's. */
function addressesOf(req: HelpedRequest): string[] {
  const peer = peerOf(req).remoteAddress ?? '';
  const field = textField(req, 'x-forwarded-for');
  return field === undefined ? [peer] : forwardedAddresses(peer, field, req[SETTINGS].trustProxy);
}

export function getProtocol(this: HelpedRequest): string {
  return saidByProxy(this, 'x-forwarded-proto')?.trim() ?? (peerOf(this).encrypted ? 'https' : 'http');
}

export function getSecure(this: HelpedRequest): boolean {
  return this.protocol === 'https';
}

export function getHost(this: HelpedRequest): string | undefined {
  return (
    (saidByProxy(this, 'x-forwarded-host') ?? authorityOf(this.originalUrl) ?? this.headers.host) || undefined
  );
}

/** The text before the port, an IPv6 address in its brackets. */
export function getHostname(this: HelpedRequest): string | undefined {
  const { host } = this;
  if (!host) return undefined;
  const colon = host.indexOf(':', host.startsWith('[') ? host.indexOf(']') + 1 : 0);
  return colon === -1 ? host : host.slice(0, colon);
}

export function getSubdomains(this: HelpedRequest): string[] {
  const { hostname } = this;
  if (!hostname) return [];
  const labels = isIP(hostname) === 0 ? hostname.split('.').reverse() : [hostname];
  return labels.slice(this[SETTINGS].subdomainOffset);
}

/** The first of a header's values, if the peer may say so. */
function saidByProxy(req: HelpedRequest, name: string): string | undefined {
  const field = textField(req, name);
  if (field === undefined || !req[SETTINGS].trustProxy(peerOf(req).remoteAddress ?? '', 0)) return undefined;
  const comma = field.indexOf(',');
  return comma === -1 ? field : field.slice(0, comma).trimEnd();
}

/**
 * The host of a target in absolute-form, which counts (RFC 9112 §3.2.2): a proxy that routes by the target and an application
 * that decides by `Host` would see two sites in one request.
 */
function authorityOf(target: string): string | undefined {
  return target.startsWith('/') || target === '*' ? undefined : parseRequestTarget(target)?.authority;
}
