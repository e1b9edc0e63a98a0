import { type IncomingMessage, METHODS } from 'node:http';

/** The methods that Node's parser accepts. Others, such as `post`, would pass guards that compare `req.method`. */
export const REQUEST_METHODS: ReadonlySet<string | undefined> = new Set(METHODS);

/** The method of a request in upper case. User code may have assigned one in lower case, or removed it. */
export function methodOf({ method }: IncomingMessage): string {
  return method === undefined ? '' : String(method).toUpperCase();
}
