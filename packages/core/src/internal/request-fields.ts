/** @module The fields of a request: `get`, `header`, `xhr`. */

import type { IncomingMessage } from 'node:http';
import { shown } from './shown.ts';

/** `req.get` and `req.header`. */
export function getField(this: IncomingMessage, name: string): string | string[] | undefined {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`req.get() takes the name of a field, such as "Content-Type"; got ${shown(name)}.`);
  }
  const lower = name.toLowerCase();
  if (lower === 'referrer' || lower === 'referer') return this.headers.referrer ?? this.headers.referer;
  // Own ones alone: `constructor` is a name of a field, too.
  return Object.hasOwn(this.headers, lower) ? this.headers[lower] : undefined;
}

export function getXhr(this: IncomingMessage): boolean {
  const value = this.headers['x-requested-with'];
  return typeof value === 'string' && value.toLowerCase() === 'xmlhttprequest';
}
