/** @module The accessors that read the request target: `originalUrl`, `pathname`, `search`, `query`. */

import { parseQuery, type Query } from '@nextpress/semantics/query';
import { NO_QUERY } from '../empty.ts';
import { malformedTarget } from '../malformed-target.ts';
import { SETTINGS, type WithSettings } from '../settings.ts';
import { currentTarget, ORIGINAL_URL, PATHNAME, QUERY, searchOf, type TargetState } from './target-state.ts';

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

/** In place of a missing setter, whose error wouldn't say what to do. */
export function refusePathname(): never {
  throw new TypeError(
    "req.pathname can't be assigned: routes and guards decide by it, so it is always the path of req.url. Assign req.url.",
  );
}

export function getSearch(this: TargetedRequest): string {
  return searchOf(this.url ?? '');
}

export function getQuery(this: TargetedRequest): Query {
  const state = currentTarget(this);
  state[QUERY] ??= readQuery(this);
  return state[QUERY];
}

function readQuery(req: TargetedRequest): Query {
  const search = searchOf(req.url ?? '');
  if (search.length < 2) return NO_QUERY;
  const parse = req[SETTINGS].queryParser;
  return parse === undefined ? parseQuery(search) : (parse(search.slice(1)) as Query);
}
