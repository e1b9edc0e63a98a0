/** @module Hot: applies conditions and ranges like npm's send: for more statuses, with weak tags and lenient dates. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Validators } from '@nextpress/semantics/preconditions';
import { combineRanges, parseRangeLikeExpress } from '@nextpress/semantics/range';
import type { FileSettings } from '../options/file-options.ts';
import { type FileResponse, type FileResponses, partOf } from './file-response.ts';

const BYTES = /^ *bytes=/;
const NO_CACHE = /(?:^|,)\s*?no-cache\s*?(?:,|$)/;

/** A request for several ranges gets the whole file. */
export function responseLikeSend(
  { headers }: IncomingMessage,
  { statusCode }: ServerResponse,
  { validators, whole, notModified }: FileResponses,
  { acceptRanges, likeSend }: FileSettings,
): FileResponse {
  if (failsPrecondition(headers, validators)) return { ...whole, status: 412, length: 0 };
  const isCacheable = (statusCode >= 200 && statusCode < 300) || statusCode === 304;
  if (isCacheable && isFresh(headers, validators)) return notModified;
  const { range } = headers;
  if (!acceptRanges || range === undefined || !BYTES.test(range)) return whole;
  const version = likeSend || 5;
  const ranges = parseRangeLikeExpress(range, whole.length, { version });
  if (ranges === undefined || !permitsRange(headers['if-range'], validators)) return whole;
  if (ranges === 'unsatisfiable') {
    const forced = { ...whole.forced, 'Content-Range': `bytes */${whole.length}` };
    return { ...whole, status: 416, forced, length: 0 };
  }
  const [only, ...others] = combineRanges(ranges);
  return only === undefined || others.length > 0 ? whole : partOf(whole, only);
}

/** Whether `If-Match`, or else `If-Unmodified-Since`, fails. */
function failsPrecondition(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const { 'if-match': match, 'if-unmodified-since': since } = headers;
  const { entityTag } = validators;
  if (match) return !entityTag || (match !== '*' && !hasTag(match, entityTag));
  const date = since ? Date.parse(since) : Number.NaN;
  return !Number.isNaN(date) && !(modifiedAt(validators) <= date);
}

/** Whether the client already has the file, according to `If-None-Match` or else `If-Modified-Since`. */
function isFresh(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': since, 'cache-control': cacheControl } = headers;
  if ((!noneMatch && !since) || (cacheControl && NO_CACHE.test(cacheControl))) return false;
  const { entityTag } = validators;
  if (noneMatch) return noneMatch === '*' || (Boolean(entityTag) && hasTag(noneMatch, entityTag as string));
  return modifiedAt(validators) <= Date.parse(since as string);
}

/** Whether `If-Range` permits a part. */
function permitsRange(ifRange: string | string[] | undefined, validators: Validators): boolean {
  if (typeof ifRange !== 'string' || ifRange === '') return true;
  const { entityTag } = validators;
  if (ifRange.includes('"')) return Boolean(entityTag) && ifRange.includes(entityTag as string);
  return modifiedAt(validators) <= Date.parse(ifRange);
}

/** In whole seconds, like `Last-Modified`; `NaN` if that is not sent. */
function modifiedAt({ lastModified }: Validators): number {
  return lastModified === undefined ? Number.NaN : Math.floor(lastModified / 1_000) * 1_000;
}

function hasTag(tags: string, entityTag: string): boolean {
  for (const element of tags.split(',')) {
    const tag = element.trim();
    if (tag === entityTag || tag === `W/${entityTag}` || `W/${tag}` === entityTag) return true;
  }
  return false;
}
