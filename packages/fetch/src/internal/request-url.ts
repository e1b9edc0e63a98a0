/** @module The absolute URL of a Node request. */

import type { IncomingMessage } from 'node:http';
import { parseHost } from '@nextpress/semantics/host';
import { HttpError } from '@nextpress/semantics/http-error';

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

const HTTP = /^https?:$/;

/** @throws HttpError 400 for a host or a target that is no part of a URL */
export function urlOf(incoming: IncomingMessage, keepsPrefix: boolean): string {
  const { originalUrl, protocol, authority } = incoming as ApplicationRequest;
  const host = (incoming as ApplicationRequest).host ?? incoming.headers.host ?? authority;
  const target = (keepsPrefix ? originalUrl : undefined) ?? incoming.url ?? '/';
  const scheme = protocol ?? ((incoming.socket as { encrypted?: boolean }).encrypted ? 'https' : 'http');
  // A request of HTTP/1.0 may have no host.
  const origin = `${scheme}://${host ?? 'localhost'}`;
  if (host !== undefined && CANONICAL_HOST.test(host)) {
    if (CANONICAL_TARGET.test(target)) return origin + target;
  } else if (host !== undefined && parseHost(host) === undefined) throw invalid('host');
  const url = target.startsWith('/') ? origin + target : target === '*' ? `${origin}/*` : target;
  if (!URL.canParse(url)) throw invalid('target');
  const { protocol: given, username, password, href } = new URL(url);
  // A `Request` rejects credentials, and an absolute target can have any scheme.
  if (username !== '' || password !== '' || !HTTP.test(given)) throw invalid('target');
  return href;
}

function invalid(part: string): HttpError {
  return new HttpError(400, 'ERR_INVALID_URL', `The ${part} of the request is invalid.`);
}
