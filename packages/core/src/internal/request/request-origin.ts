/**
 * @module Whom a request comes from, and what for: `ip`, `ips`, `protocol`, `secure`, `host`, `hostname`, `subdomains`.
 * What a proxy says of it counts when the peer is trusted.
 */

import { isIP, type Socket } from 'node:net';
import { forwardedAddresses } from '@nextpress/semantics/forwarded';
import { parseHost } from '@nextpress/semantics/host';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import { SETTINGS } from '../../settings.ts';
import { type HelpedRequest, textField } from './helped-request.ts';

export function getIp(this: HelpedRequest): string | undefined {
  return addressesOf(this).at(-1) || undefined;
}

export function getIps(this: HelpedRequest): string[] {
  return addressesOf(this).slice(1).reverse();
}

/** From the peer's own to the client's. */
function addressesOf(req: HelpedRequest): string[] {
  const peer = req.socket.remoteAddress ?? '';
  const field = textField(req, 'x-forwarded-for');
  return field === undefined ? [peer] : forwardedAddresses(peer, field, req[SETTINGS].trustProxy);
}

export function getProtocol(this: HelpedRequest): string {
  return saidByProxy(this, 'x-forwarded-proto') ?? (isEncrypted(this.socket) ? 'https' : 'http');
}

function isEncrypted(socket: Socket & { readonly encrypted?: boolean }): boolean {
  return socket.encrypted === true;
}

export function getSecure(this: HelpedRequest): boolean {
  return this.protocol === 'https';
}

export function getHost(this: HelpedRequest): string | undefined {
  const host = saidByProxy(this, 'x-forwarded-host') ?? authorityOf(this.originalUrl) ?? this.headers.host;
  return host || undefined;
}

export function getHostname(this: HelpedRequest): string | undefined {
  const { host } = this;
  return host === undefined ? undefined : parseHost(host)?.hostname;
}

export function getSubdomains(this: HelpedRequest): string[] {
  const { hostname } = this;
  if (!hostname) return [];
  const labels = isIP(hostname) === 0 ? hostname.split('.').reverse() : [hostname];
  return labels.slice(this[SETTINGS].subdomainOffset);
}

/** The first of a field's values, if the peer may say so. */
function saidByProxy(req: HelpedRequest, name: string): string | undefined {
  const field = textField(req, name);
  if (field === undefined || !req[SETTINGS].trustProxy(req.socket.remoteAddress ?? '', 0)) return undefined;
  const comma = field.indexOf(',');
  return (comma === -1 ? field : field.slice(0, comma)).trim();
}

/** An absolute-form target has the host in it, and that counts (RFC 9112 §3.2.2). */
function authorityOf(target: string): string | undefined {
  return target.startsWith('/') || target === '*' ? undefined : parseRequestTarget(target)?.authority;
}
