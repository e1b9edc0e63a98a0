/** @module Types of values in requests, paths and options. They refer to no other public type. */

import type { Params, PathParams } from '@nextpress/router';

/** A path: a pattern, a regular expression, or an array of these, in which the first match counts. */
export type Path = string | RegExp | readonly Path[];

/** The type that `JSON.parse` returns: unknown, and usable without a check. */
export type Anything = ReturnType<JSON['parse']>;

/** Captured values by name; a wildcard captures an array. */
export interface ParamsDictionary {
  [name: string]: string | string[];
}

/** A query, as any of the query parsers returns it. */
export interface ParsedQuery {
  [name: string]: undefined | string | ParsedQuery | (string | ParsedQuery)[];
}

/** The type of `res.locals`. */
export type LocalsRecord = Record<string, Anything>;

/** The params that a path captures: by the names in a pattern, or the groups of a regular expression. */
export type ParamsOf<P extends Path> = P extends string
  ? PathParams<P>
  : P extends RegExp
    ? Record<string, string>
    : ParamsDictionary;

/** Compares a path with one pattern of a layer. */
export type PathMatcher = (path: string) => { params: Params; path: string } | false;

/** The result of comparing a path with a layer, as in Express's router. */
export interface LayerMatch {
  readonly params: Params;
  /** The part of the path that matched. */
  readonly path: string;
  readonly keys: readonly string[];
  /** The pattern that matched, as it was registered. */
  readonly pattern: Path;
}

/** Options of `Router`. */
export interface RouterOptions {
  /**
   * Whether `/Users` and `/users` are different paths.
   * @defaultValue false
   */
  readonly caseSensitive?: boolean | undefined;
  /**
   * Whether `/users/` and `/users` are different paths.
   * @defaultValue false
   */
  readonly strict?: boolean | undefined;
  /**
   * Whether `req.params` includes the captures of the prefixes that the router is mounted at. Its own params
   * take precedence.
   * @defaultValue false
   */
  readonly mergeParams?: boolean | undefined;
}

/** The methods with a comment of their own in `Registration`. */
export type CommonMethod = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

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
