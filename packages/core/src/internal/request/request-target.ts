/**
 * @module `req.originalUrl`, `pathname`, `path`, `search`, `query` and `_parsedUrl`, before `prepareRequest()` makes some
 *   of them own properties.
 */

import { parseQuery, type Query, queryBytes } from '@nextpress/semantics/query';
import { canonicalPathEnd, searchOf } from '@nextpress/semantics/request-target';
import type { QueryParser } from '../../request-helpers.ts';
import { type HelperSettings, SETTINGS, type WithSettings } from '../../settings.ts';
import { type ParsedUrl, parseUrl } from './parsed-url.ts';
import { currentTarget, NO_TARGET, PATHNAME, pathnameOf, QUERY, type TargetState } from './target-state.ts';

/** A request with a patched prototype. */
export interface TargetedRequest extends TargetState, WithSettings {}

export function getOriginalUrl(this: TargetedRequest): string {
  return this.url ?? '';
}

export function getPathname(this: TargetedRequest): string {
  return pathnameOf(this);
}

/** Never throws, because error handlers read it for malformed targets, and libraries read the `path` of any stream. */
export function getPath(this: TargetedRequest): string {
  const { url } = this;
  if (typeof url !== 'string') return '';
  return currentTarget(this)[PATHNAME] ?? (/^[^?#]*/.exec(url)?.[0] as string);
}

/** Express doesn't define this name, so an application may use it. Routing does not read it. */
export function setPathname(this: TargetedRequest, value: unknown): void {
  // A request from another framework that mounts a router has no settings.
  const settings: HelperSettings | undefined = this[SETTINGS];
  if (settings !== undefined && !settings.dialect.isLenient) {
    throw new TypeError(
      'Cannot assign req.pathname: guards depend on it, so it is always the path of req.url. Assign req.url.',
    );
  }
  Object.defineProperty(this, 'pathname', { value, writable: true, enumerable: true, configurable: true });
}

export function getSearch(this: TargetedRequest): string {
  return searchOf(this.url ?? '');
}

const PARSED_URL: unique symbol = Symbol('nextpress.parsedUrl');

type UnopenedRequest = TargetState & { [PARSED_URL]?: ParsedUrl };

/** Parses again when `req.url` has changed, as it does in mounted routers. */
export function getParsedUrl(this: UnopenedRequest): ParsedUrl | undefined {
  const { url } = this;
  if (typeof url !== 'string') return undefined;
  const parsed = this[PARSED_URL];
  if (parsed?._raw === url) return parsed;
  this[PARSED_URL] = parseUrl(url, canonicalPathEnd(url));
  return this[PARSED_URL];
}

export function setParsedUrl(this: UnopenedRequest, parsed: ParsedUrl): void {
  this[PARSED_URL] = parsed;
}

/** Without a query, the parser gets `null`, as in Express. */
function parseWith(parser: QueryParser, search: string): Query {
  return parser(search === '' ? (null as never) : search.slice(1)) as Query;
}

export function getQuery(this: TargetedRequest): Query {
  const state = currentTarget(this);
  const parser = this[SETTINGS].queryParser;
  const parsed = state[QUERY];
  if (parsed !== undefined && parsed.parser === parser) return parsed.query;
  const search = searchOf(this.url ?? '');
  const query = parser === undefined ? parseQuery(queryBytes(search)) : parseWith(parser, search);
  if (state !== NO_TARGET) state[QUERY] = { query, parser };
  return query;
}
