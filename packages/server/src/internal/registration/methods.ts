import { METHODS as NODE_METHODS } from 'node:http';

/** All methods that this version of Node parses, in upper case. Applications and routers have a function for each. */
export const METHODS: readonly string[] = Object.freeze([...NODE_METHODS]);

/** A method in lower case: the name of the function that registers it. `query` exists from Node 22 on. */
export type MethodName =
  | 'acl'
  | 'bind'
  | 'checkout'
  | 'connect'
  | 'copy'
  | 'delete'
  | 'get'
  | 'head'
  | 'link'
  | 'lock'
  | 'm-search'
  | 'merge'
  | 'mkactivity'
  | 'mkcalendar'
  | 'mkcol'
  | 'move'
  | 'notify'
  | 'options'
  | 'patch'
  | 'post'
  | 'propfind'
  | 'proppatch'
  | 'purge'
  | 'put'
  | 'query'
  | 'rebind'
  | 'report'
  | 'search'
  | 'source'
  | 'subscribe'
  | 'trace'
  | 'unbind'
  | 'unlink'
  | 'unlock'
  | 'unsubscribe';

/** The names of the functions, in Node's order. */
export const METHOD_NAMES: readonly MethodName[] = METHODS.map((name) => name.toLowerCase() as MethodName);

/** Stands for every method, here and in the tables of the router. */
export const ALL = '*';
