/** @module The accessors that read the request target: `originalUrl`, `pathname`, `search`, `query`. */

import { HttpError } from '@nextpress/semantics/http-error';
import { parseQuery, type Query } from '@nextpress/semantics/query';
import { NO_QUERY } from '../empty.ts';
import type { QueryParser } from '../request-helpers.ts';
import { currentTarget, ORIGINAL_URL, PATHNAME, QUERY, searchOf, type TargetState } from './target-state.ts';

/** Where a patched prototype keeps its query parser. */
export const QUERY_PARSER: unique symbol = Symbol('nextpress.queryParser');

/** A request with a patched prototype. */
export interface TargetedRequest extends TargetState {
  [QUERY_PARSER]: QueryParser;
}

export function getOriginalUrl(this: TargetedRequest): string {
  return this[ORIGINAL_URL] ?? this.url ?? '';
}

export function getPathname(this: TargetedRequest): string {
  const pathname = currentTarget(this)[PATHNAME];
  if (pathname === undefined) throw malformedTarget();
  return pathname;
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
  return search.length > 1 ? req[QUERY_PARSER](search.slice(1)) : NO_QUERY;
}

/** The parser for those who bring none. */
export function parseFlatQuery(query: string): Query {
  // A query may begin with a question mark of its own, which is no delimiter.
  return parseQuery(`?${query}`);
}

function malformedTarget(): HttpError {
  return new HttpError(400, 'ERR_REQUEST_TARGET', 'The request target is malformed.');
}
