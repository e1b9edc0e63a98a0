/** @module Evaluates conditional requests (RFC 9110 §13). */

import { isEntityTag, parseEntityTagList, strongCompare, weakCompare } from './entity-tag.ts';
import { parseHttpDate } from './http-date.ts';

/** The validators of the selected representation (RFC 9110 §8.8). */
export interface Validators {
  /** The value of `ETag`, with its quotes. */
  readonly entityTag?: string | undefined;
  /** Milliseconds since 1970. Fractions of a second are ignored, because `Last-Modified` has none. */
  readonly lastModified?: number | undefined;
}

/** Request headers by lower-case name, such as `req.headers`. */
export type RequestFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether to process a conditional request, or to respond with 304 or 412. */
export type PreconditionResult = 'proceed' | 'not-modified' | 'precondition-failed';

/**
 * Evaluates `If-Match`, `If-Unmodified-Since`, `If-None-Match` and `If-Modified-Since` for an existing representation, in the
 * order of RFC 9110 §13.2.2. For `If-Range`, see {@link rangeApplies}.
 *
 * An invalid date is ignored, and an invalid entity tag matches nothing. `Cache-Control: no-cache` has no effect,
 * because a conditional request is already the validation that it asks for.
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
  const ifMatch = headerText(requestHeaders, 'if-match');
  const ifNoneMatch = headerText(requestHeaders, 'if-none-match');
  const isRead = method === 'GET' || method === 'HEAD';

  if (ifMatch !== undefined) {
    if (!listMatches(ifMatch, validators.entityTag, strongCompare)) return 'precondition-failed';
  } else if (modifiedSince(headerText(requestHeaders, 'if-unmodified-since'), validators) === true) {
    return 'precondition-failed';
  }

  if (isRead) {
    const ifModifiedSince = headerText(requestHeaders, 'if-modified-since');
    return isNotModified(ifNoneMatch, ifModifiedSince, validators) ? 'not-modified' : 'proceed';
  }
  const exists = ifNoneMatch !== undefined && listMatches(ifNoneMatch, validators.entityTag, weakCompare);
  return exists ? 'precondition-failed' : 'proceed';
}

/**
 * Whether the client already has the representation, according to `If-None-Match` (RFC 9110 §13.1.2) or else
 * `If-Modified-Since` (§13.1.3).
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
  return modifiedSince(ifModifiedSince, validators) === false;
}

/**
 * Whether `Range` applies to a request with this `If-Range` (RFC 9110 §13.1.5). It applies if the header is absent, or
 * equals the representation's strong entity tag or exact modification date.
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
  // Most clients send a single entity tag.
  if (entityTag !== undefined && isEntityTag(list)) return compare(list, entityTag);
  const tags = parseEntityTagList(list);
  if (tags === '*') return true;
  if (entityTag === undefined) return false;
  for (const tag of tags) if (compare(tag, entityTag)) return true;
  return false;
}

/** Whether the representation was modified after a date; `undefined` if either is unknown or invalid. */
function modifiedSince(header: string | undefined, validators: Validators): boolean | undefined {
  if (header === undefined) return undefined;
  const lastModified = wholeSeconds(validators.lastModified);
  const date = parseHttpDate(header);
  return lastModified === undefined || date === undefined ? undefined : lastModified > date;
}

function wholeSeconds(time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.floor(time / 1000) * 1000;
}

function headerText(headers: RequestFields, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}
