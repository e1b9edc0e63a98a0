import type { IncomingMessage } from 'node:http';

/** `req.get` and `req.header`. */
export function getField(this: IncomingMessage, name: string): string | string[] | undefined {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(
      `req.get() takes the name of a field, such as "Content-Type"; got ${JSON.stringify(name)}.`,
    );
  }
  const lower = name.toLowerCase();
  if (lower === 'referrer' || lower === 'referer') return this.headers.referrer ?? this.headers.referer;
  return this.headers[lower];
}
