import type { IncomingMessage } from 'node:http';

/** The method of a request in upper case. User code may have assigned one in lower case, or removed it. */
export function methodOf({ method }: IncomingMessage): string {
  return method === undefined ? '' : String(method).toUpperCase();
}
