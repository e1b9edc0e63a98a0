/** @module Hot: the parsed target of a request. */

import { malformedTarget } from '@nextpress/semantics/http-error';
import type { Query } from '@nextpress/semantics/query';
import {
  canonicalPathEnd,
  malformedPathname,
  parseRequestTarget,
  searchOf,
} from '@nextpress/semantics/request-target';
import type { QueryParser } from '../../request-helpers.ts';
import { type ParsedRequest, parseUrl } from './parsed-url.ts';

export const READ_URL: unique symbol = Symbol('nextpress.readUrl');
export const PATHNAME: unique symbol = Symbol('nextpress.pathname');
export const QUERY: unique symbol = Symbol('nextpress.query');
export const UPDATES_PARSED_URL: unique symbol = Symbol('nextpress.updatesParsedUrl');

/** A parsed query and its parser, which may be different in a mounted application. */
export interface ParsedQuery {
  readonly query: Query;
  readonly parser: QueryParser | undefined;
}

/** The properties that {@link readTarget} assigns to a request; `undefined` before that. */
export interface TargetState extends ParsedRequest {
  url?: string | undefined;
  /** The first value of `url`, unless the application assigns another. */
  originalUrl: string;
  /** The value of `url` from which the next two were parsed. */
  [READ_URL]: string | undefined;
  /** `undefined` if the target is malformed. */
  [PATHNAME]: string | undefined;
  /** `undefined` until `req.query` is read. */
  [QUERY]: ParsedQuery | undefined;
  /** Whether `_parsedUrl` is an own property of the request, as in Express. */
  readonly [UPDATES_PARSED_URL]: boolean;
}

/** The state of an object without a `url`, such as a prototype, which must not be modified. */
export const NO_TARGET: TargetState = Object.freeze({
  originalUrl: '',
  _parsedUrl: undefined,
  [READ_URL]: undefined,
  [PATHNAME]: undefined,
  [QUERY]: undefined,
  [UPDATES_PARSED_URL]: false,
});

/** Parses `url` again if it has changed. Assigns nothing to an object without a `url`. */
export function currentTarget(req: TargetState): TargetState {
  const { url } = req;
  if (typeof url !== 'string') return NO_TARGET;
  if (req[READ_URL] !== url) {
    if (req[READ_URL] === undefined && !Object.hasOwn(req, 'originalUrl')) req.originalUrl = url;
    readTarget(req, url);
  }
  return req;
}

/**
 * The canonical path of a request, which routing depends on. Unlike `req.pathname`, an application cannot replace it.
 *
 * @throws {HttpError} if the target is malformed
 */
export function pathnameOf(req: object): string {
  const pathname = currentTarget(req as TargetState)[PATHNAME];
  if (pathname === undefined) throw malformedTarget();
  return pathname;
}

/**
 * Assigns all properties but `originalUrl` in one order, so that every request has one shape.
 *
 * @returns whether the target is well-formed
 */
export function readTarget(req: TargetState, url: string): boolean {
  const end = canonicalPathEnd(url);
  const read = end === url.length ? url : end === -1 ? parseRequestTarget(url)?.pathname : url.slice(0, end);
  const pathname = read ?? pathnameOfMalformed(url);
  const query = req[QUERY];
  const keepsQuery = query !== undefined && searchOf(req[READ_URL] ?? '') === searchOf(url);
  req[READ_URL] = url;
  req[PATHNAME] = pathname;
  req[QUERY] = keepsQuery ? query : undefined;
  if (req[UPDATES_PARSED_URL]) req._parsedUrl = parseUrl(url, end);
  return read !== undefined;
}

/** A scheme and an authority that are rejected, e.g. because of user information. Guards must still see the path. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * The path that guards see. Applications and adapters may assign any text. As in Express, a relative path matches no
 * pattern; text that URL parsers interpret differently has no path.
 */
function pathnameOfMalformed(url: string): string | undefined {
  const origin = ORIGIN.exec(url)?.[0] ?? '';
  const path = url.slice(origin.length);
  const pathname = malformedPathname(origin === '' || path.startsWith('/') ? path : `/${path}`);
  return pathname ?? /^[^\\\s:?#]+(?=[?#]|$)/.exec(url)?.[0];
}
