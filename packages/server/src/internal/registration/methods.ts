import { type IncomingMessage, METHODS as NODE_METHODS } from 'node:http';
import type { MethodName } from '../../types/values.ts';

/** All methods that this version of Node parses, in upper case. Applications and routers have a function for each. */
export const METHODS: readonly string[] = Object.freeze([...NODE_METHODS]);

/** The names of the functions, in Node's order. */
export const METHOD_NAMES: readonly MethodName[] = METHODS.map((name) => name.toLowerCase() as MethodName);

/** Stands for every method, here and in the tables of the router. */
export const ALL = '*';

/** The methods that Node's parser accepts. Others, such as `post`, would pass guards that compare `req.method`. */
export const REQUEST_METHODS: ReadonlySet<string | undefined> = new Set(NODE_METHODS);

/** The method of a request in upper case. The application may have assigned it in lower case, or removed it. */
export function methodOf({ method }: IncomingMessage): string {
  return method === undefined ? '' : String(method).toUpperCase();
}
