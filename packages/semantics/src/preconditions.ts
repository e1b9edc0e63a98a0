/** @module Conditional requests (RFC 9110 §13). */

import { isEntityTag, parseEntityTagList, strongCompare, weakCompare } from './entity-tag.ts';
import { parseHttpDate } from './http-date.ts';

/** The validators of the representation that a request selects (RFC 9110 §8.8). */
export interface Validators {
  /** As the `ETag` field has it, quotes included. */
  readonly entityTag?: string | undefined;
  /** Milliseconds since 1970; fractions of a second don't count, as `Last-Modified` has none. */
  readonly lastModified?: number | undefined;
}

/** Request fields by lower-case name: `req.headers` is one. */
export type RequestFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What to do with a conditional request: carry on, answer 304, or answer 412. */
export type PreconditionResult = 'proceed' | 'not-modified' | 'precondition-failed';

/**
 * Evaluates `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since` in the order of RFC 9110 §13.2.2, for
 * a representation that exists. `If-Range` is {@link rangeApplies}' matter.
 *
 * A date that can't be read is ignored; an element of a list that isn't an entity tag matches nothing. `Cache-Control:
 * no-cache` changes nothing here: it asks caches to validate, which a conditional request does.
 *
 * @example
 * import { evaluatePreconditions } from '@nextpress/semantics/preconditions';
 *
 * evaluatePreconditions('GET', { 'if-none-match': '"a"' }, { entityTag: 'W/"a"' }); // => "not-modified"
 * evaluatePreconditions('PUT', { 'if-match': '"a"' }, { entityTag: '"b"' }); // => "precondition-failed"
 */
export function evaluatePreconditions(
  method: string,
  requestHeaders: RequestFields,
  validators: Validators,
): PreconditionResult {
  const ifMatch = fieldOf(requestHeaders, 'if-match');
  const ifNoneMatch = fieldOf(requestHeaders, 'if-none-match');
  const isRead = method === 'GET' || method === 'HEAD';

  if (ifMatch !== undefined) {
    if (!listMatches(ifMatch, validators.entityTag, strongCompare)) return 'precondition-failed';
  } else if (changedSince(fieldOf(requestHeaders, 'if-unmodified-since'), validators) === true) {
    return 'precondition-failed';
  }

  if (isRead) {
    const ifModifiedSince = fieldOf(requestHeaders, 'if-modified-since');
    return isNotModified(ifNoneMatch, ifModifiedSince, validators) ? 'not-modified' : 'proceed';
  }
  const exists = ifNoneMatch !== undefined && listMatches(ifNoneMatch, validators.entityTag, weakCompare);
  return exists ? 'precondition-failed' : 'proceed';
}

/**
 * Whether a client that reads has the representation already: by `If-None-Match` (RFC 9110 §13.1.2) or, where that
 * wasn't sent, by `If-Modified-Since` (§13.1.3).
 *
 * @example
 * import { isNotModified } from '@nextpress/semantics/preconditions';
 *
 * isNotModified('"a", "b"', undefined, { entityTag: 'W/"b"' }); // => true
 * isNotModified('"a"', undefined, { entityTag: '"b"' }); // => false
 */
export function isNotModified(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  validators: Validators,
): boolean {
  if (ifNoneMatch !== undefined) return listMatches(ifNoneMatch, validators.entityTag, weakCompare);
  return changedSince(ifModifiedSince, validators) === false;
}

/**
 * Whether the `Range` field of a request counts, given its `If-Range` (RFC 9110 §13.1.5): when there is none, or when it
 * names the very representation, by a strong entity tag or the exact date of its last change.
 *
 * @example
 * import { rangeApplies } from '@nextpress/semantics/preconditions';
 *
 * rangeApplies(undefined, { entityTag: '"a"' }); // => true
 * rangeApplies('"a"', { entityTag: '"a"' }); // => true
 * rangeApplies('W/"a"', { entityTag: 'W/"a"' }); // => false
 */
export function rangeApplies(ifRange: string | undefined, validators: Validators): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"') || ifRange.startsWith('W/')) {
    return validators.entityTag !== undefined && strongCompare(ifRange, validators.entityTag);
  }
  const date = parseHttpDate(ifRange);
  return date !== undefined && date === wholeSeconds(validators.lastModified);
}

function listMatches(
  list: string,
  entityTag: string | undefined,
  compare: (a: string, b: string) => boolean,
): boolean {
  // A list of one, as clients send it.
  if (entityTag !== undefined && isEntityTag(list)) return compare(list, entityTag);
  const tags = parseEntityTagList(list);
  if (tags === '*') return true;
  if (entityTag === undefined) return false;
  for (const tag of tags) if (compare(tag, entityTag)) return true;
  return false;
}

/** Whether the last change came after the date in the field; `undefined` when one of the two isn't known. */
function changedSince(field: string | undefined, validators: Validators): boolean | undefined {
  if (field === undefined) return undefined;
  const lastModified = wholeSeconds(validators.lastModified);
  const date = parseHttpDate(field);
  return lastModified === undefined || date === undefined ? undefined : lastModified > date;
}

function wholeSeconds(time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.floor(time / 1000) * 1000;
}

function fieldOf(fields: RequestFields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'object' ? value.join(', ') : value;
}
