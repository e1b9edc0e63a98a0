/** @module `req.get` and `req.xhr`. */

import type { IncomingMessage } from 'node:http';
import type { RequestHelpers } from '../../request-helpers.ts';

/** `req.get` and `req.header`. */
export function getRequestHeader(this: IncomingMessage, name: string): string | string[] | undefined {
  if (!name) throw new TypeError('name argument is required to req.get');
  if (typeof name !== 'string') throw new TypeError('name must be a string to req.get');
  const { headers } = this;
  const lower = name.toLowerCase();
  if (lower === 'referrer' || lower === 'referer') return headers.referrer || headers.referer;
  const value = headers[lower];
  // Inherited properties such as `constructor` are never strings.
  return typeof value === 'string' || Object.hasOwn(headers, lower) ? value : undefined;
}

export function getXhr(this: IncomingMessage & Pick<RequestHelpers, 'get'>): boolean {
  const value = this.get('X-Requested-With');
  return typeof value === 'string' && value.toLowerCase() === 'xmlhttprequest';
}

/** The value of a header, joined with commas if it was sent more than once; `undefined` if it is missing or empty. */
export function headerText(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return (typeof value === 'object' ? value.join(', ') : value) || undefined;
}
