/** @module Cold: what the response helpers throw. Nothing has been written when they do. */

import type { ServerResponse } from 'node:http';
import { shown } from '../shown.ts';

/** Where a server that helps developers leaves the place in the code that the answer came from. */
const FIRST_ANSWER: unique symbol = Symbol.for('nextpress.firstAnswer') as never;

/** @throws Error `ERR_HTTP_HEADERS_SENT` */
export function throwAlreadySent(res: ServerResponse & { [FIRST_ANSWER]?: string }, method: string): never {
  const place = res[FIRST_ANSWER];
  const message =
    `res.${method}() was called after the response had been sent: a request has one answer. ` +
    'Return after answering, and call next() only where nothing was answered.' +
    (place === undefined ? '' : ` The first answer was sent at ${place}`);
  // Node's own code for a field that comes too late, so that whoever looks for it finds this too.
  throw Object.assign(new Error(message), { code: 'ERR_HTTP_HEADERS_SENT' });
}

/** @throws TypeError `ERR_JSON_UNSERIALIZABLE` */
export function throwUnserializable(reason: string, cause: unknown): never {
  const message = `res.json() was given a value that has no JSON text: ${reason}`;
  const error = cause === undefined ? new TypeError(message) : new TypeError(message, { cause });
  throw Object.assign(error, { code: 'ERR_JSON_UNSERIALIZABLE' });
}

/** @throws TypeError `ERR_HTTP_INVALID_HEADER_VALUE`, Node's own code for it */
export function throwFieldValue(name: string, value: unknown): never {
  const accepted =
    name.toLowerCase() === 'content-type' ? 'one text' : 'a text, a number, a boolean or a list of these';
  const message = `The field ${shown(name)} takes ${accepted}; got ${shown(value)}.`;
  throw Object.assign(new TypeError(message), { code: 'ERR_HTTP_INVALID_HEADER_VALUE' });
}
