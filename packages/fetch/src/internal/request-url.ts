/** @module The absolute URL of a Node request. */

import type { IncomingMessage } from 'node:http';
import { parseHost } from '@nextpress/semantics/host';
import { HttpError } from '@nextpress/semantics/http-error';
import { malformedPathname, parseRequestTarget, searchOf } from '@nextpress/semantics/request-target';

/** What Express and Nextpress add to requests, according to their setting `trust proxy`. */
interface ApplicationRequest extends IncomingMessage {
  readonly originalUrl?: string;
  readonly protocol?: string;
  readonly host?: string;
  /** Set by Node's HTTP/2, whose clients send no `Host`. */
  readonly authority?: string;
}

/** Hosts that `URL` leaves unchanged: lower case, no default port, no unusual spelling of an IP address. */
const CANONICAL_HOST =
  /^(?!.*xn--)(?:[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)*|127\.0\.0\.1)(?::(?!80$|443$)[1-9]\d{1,3})?$/;
/** Targets that `URL` leaves unchanged: no dot segments, nothing to escape. */
const CANONICAL_TARGET =
  /^(?!.*(?:\/\.|%2e))\/[\w\-.~!$&()*+,;=:@/%]*(?:\?[\w\-.~!$&()*+,;=:@/%?[\]|{}^`]*)?$/i;

/** @throws HttpError 400 if the host or the target is invalid in a URL */
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
 * Normalizes the path as the router and guards see it: `URL` alone would treat a backslash as a slash, and
 * `/a\..\admin` would bypass a guard on `/admin`. The host is that of `req.hostname`.
 */
function rareUrl(scheme: string, host: string | undefined, target: string): string {
  const parsed = parseRequestTarget(target);
  const authority = parsed?.authority;
  if (authority !== undefined && parseHost(authority) === undefined) throw invalid('target');
  // Express accepts malformed escapes, and leaves those segments as they are.
  const path = parsed?.form === 'asterisk' ? '/*' : (parsed?.pathname ?? malformedPathname(target));
  // An HTTP/1.0 request may have no host.
  const url = `${scheme}://${authority ?? host ?? 'localhost'}${path}${searchOf(target)}`;
  if (path === undefined || !URL.canParse(url)) throw invalid('target');
  const { href, hostname, pathname } = new URL(url);
  // In a malformed segment, a backslash would still be a slash.
  if (pathname !== path) throw invalid('target');
  // For example an escape, or an octal number in an IP address: guards would have seen a different host.
  if (hostname !== parseHost(authority ?? host ?? 'localhost')?.hostname.toLowerCase()) throw invalid('host');
  return href;
}

function invalid(part: string): HttpError {
  return new HttpError(400, 'ERR_INVALID_URL', `The ${part} of the request is invalid.`);
}
