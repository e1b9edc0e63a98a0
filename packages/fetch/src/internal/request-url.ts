/** @module The absolute URL of a Node request. */

import type { IncomingMessage } from 'node:http';
import { parseHost } from '@nextpress/semantics/host';
import { HttpError } from '@nextpress/semantics/http-error';
import { malformedPathname, parseRequestTarget, searchOf } from '@nextpress/semantics/request-target';

/** What applications of Express and Nextpress add to requests: values that follow their setting `trust proxy`. */
interface ApplicationRequest extends IncomingMessage {
  readonly originalUrl?: string;
  readonly protocol?: string;
  readonly host?: string;
  /** Of Node's HTTP/2, whose clients send no `Host`. */
  readonly authority?: string;
}

/** Hosts that `URL` would not change: in lower case, no default port, no other spelling of an IP address. */
const CANONICAL_HOST =
  /^(?!.*xn--)(?:[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)*|127\.0\.0\.1)(?::(?!80$|443$)[1-9]\d{1,3})?$/;
/** Targets that it would not change: no dot segments, no characters to escape. */
const CANONICAL_TARGET =
  /^(?!.*(?:\/\.|%2e))\/[\w\-.~!$&()*+,;=:@/%]*(?:\?[\w\-.~!$&()*+,;=:@/%?[\]|{}^`]*)?$/i;

/** @throws HttpError 400 for a host or a target that is no part of a URL */
export function urlOf(incoming: IncomingMessage, keepsPrefix: boolean): string {
  const { originalUrl, protocol, authority } = incoming as ApplicationRequest;
  const host = (incoming as ApplicationRequest).host ?? incoming.headers.host ?? authority;
  const target = (keepsPrefix ? originalUrl : undefined) ?? incoming.url ?? '/';
  const scheme =
    protocol ?? ((incoming.socket as { encrypted?: boolean } | undefined)?.encrypted ? 'https' : 'http');
  if (host !== undefined && CANONICAL_HOST.test(host)) {
    if (CANONICAL_TARGET.test(target)) return `${scheme}://${host}${target}`;
  } else if (host !== undefined && parseHost(host) === undefined) throw invalid('host');
  return rareUrl(scheme, host, target);
}

/**
 * Makes the path canonical, as it is for the router and for guards: `URL` alone would take a backslash for a slash, and `/a\..\admin` would get past
 * a guard of `/admin`. The host is that of `req.hostname`.
 */
function rareUrl(scheme: string, host: string | undefined, target: string): string {
  const parsed = parseRequestTarget(target);
  const authority = parsed?.authority;
  if (authority !== undefined && parseHost(authority) === undefined) throw invalid('target');
  // Express accepts malformed escapes, and leaves their segments as they are.
  const path = parsed?.form === 'asterisk' ? '/*' : (parsed?.pathname ?? malformedPathname(target));
  // A request of HTTP/1.0 may have no host.
  const url = `${scheme}://${authority ?? host ?? 'localhost'}${path}${searchOf(target)}`;
  if (path === undefined || !URL.canParse(url)) throw invalid('target');
  const { href, hostname, pathname } = new URL(url);
  // In a malformed segment, a backslash would still be a slash.
  if (pathname !== path) throw invalid('target');
  // Such as an escape, or an octal number in an IP address: guards have seen another host.
  if (hostname !== parseHost(authority ?? host ?? 'localhost')?.hostname.toLowerCase()) throw invalid('host');
  return href;
}

function invalid(part: string): HttpError {
  return new HttpError(400, 'ERR_INVALID_URL', `The ${part} of the request is invalid.`);
}
