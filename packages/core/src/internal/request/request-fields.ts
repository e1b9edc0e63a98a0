/** @module The fields of a request: `get`, `header`, `xhr`. */

import type { IncomingMessage } from 'node:http';
import { shown } from '../shown.ts';
import { lowerCaseName } from './lower-case-name.ts';

/** `req.get` and `req.header`. */
export function getField(this: IncomingMessage, name: string): string | string[] | undefined {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`req.get() takes the name of a field, such as "Content-Type"; got ${shown(name)}.`);
  }
  const { headers } = this;
  const lower = lowerCaseName(name);
  if (lower === 'referrer' || lower === 'referer') return headers.referrer ?? headers.referer;
  const value = headers[lower];
  // Nothing that is inherited is a text: `constructor` is a name of a field, too.
  return typeof value === 'string' || Object.hasOwn(headers, lower) ? value : undefined;
}

export function getXhr(this: IncomingMessage): boolean {
  const value = this.headers['x-requested-with'];
  return typeof value === 'string' && value.toLowerCase() === 'xmlhttprequest';
}
