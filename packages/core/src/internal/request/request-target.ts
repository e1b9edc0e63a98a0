/** @module The accessors that read the request target: `originalUrl`, `pathname`, `path`, `search`, `query`. */

import { malformedTarget } from '@nextpress/semantics/http-error';
import { parseQuery, type Query, queryBytes } from '@nextpress/semantics/query';
import { searchOf } from '@nextpress/semantics/request-target';
import type { QueryParser } from '../../request-helpers.ts';
import { SETTINGS, type WithSettings } from '../../settings.ts';
import { currentTarget, NO_TARGET, ORIGINAL_URL, PATHNAME, QUERY, type TargetState } from './target-state.ts';

/** A request with a patched prototype. */
export interface TargetedRequest extends TargetState, WithSettings {}

export function getOriginalUrl(this: TargetedRequest): string {
  return this[ORIGINAL_URL] ?? this.url ?? '';
}

export function getPathname(this: TargetedRequest): string {
  const pathname = currentTarget(this)[PATHNAME];
  if (pathname === undefined) throw malformedTarget();
  return pathname;
}

/** Throws nothing: error handlers, and libraries that look at every stream's `path`, read it of malformed targets, too. */
export function getPath(this: TargetedRequest): string {
  const { url } = this;
  if (typeof url !== 'string') return '';
  return currentTarget(this)[PATHNAME] ?? (/^[^?#]*/.exec(url)?.[0] as string);
}

/** In place of a missing setter, whose error wouldn't say what to do. */
export function refusePathname(): never {
  throw new TypeError(
    "req.pathname can't be assigned: routes and guards decide by it, so it is always the path of req.url. Assign req.url.",
  );
}

export function getSearch(this: TargetedRequest): string {
  return searchOf(this.url ?? '');
}

/** As in Express: without a query the parser gets `null`. */
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
