import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Whether an address is a loopback address. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}

/**
 * Whether a request may see sources and messages of errors. Pages of other origins may not, even if their host name resolves to this
 * machine (DNS rebinding), so `Host` must be an address or `localhost`. Neither may other machines: the development server sets
 * `X-Forwarded-For` on their requests.
 */
export function maySeeErrors(headers: IncomingHttpHeaders): boolean {
  const { host = '', 'sec-fetch-site': site, origin, 'x-forwarded-for': forwarded } = headers;
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  const isLocalName = name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isOwnOrigin = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  return forwarded === undefined && isLocalName && !isForeign && isOwnOrigin;
}
