/** @module Hot: the conditions of a request as npm's send evaluates them: for any status, tags compared weakly, dates read leniently. */

import type { IncomingHttpHeaders } from 'node:http';
import type { FileValidators } from './file-answer.ts';

const NO_CACHE = /(?:^|,)\s*?no-cache\s*?(?:,|$)/;

/** Whether `If-Match`, or else `If-Unmodified-Since`, does not hold. */
export function failsPrecondition(headers: IncomingHttpHeaders, validators: FileValidators): boolean {
  const { 'if-match': match, 'if-unmodified-since': since } = headers;
  const { entityTag } = validators;
  if (match) return !entityTag || (match !== '*' && !lists(match, entityTag));
  const date = since ? Date.parse(since) : Number.NaN;
  return !Number.isNaN(date) && !(modifiedAt(validators) <= date);
}

/** Whether the client has the file, by `If-None-Match` or else `If-Modified-Since`. */
export function isFresh(headers: IncomingHttpHeaders, validators: FileValidators): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': since, 'cache-control': cacheControl } = headers;
  if ((!noneMatch && !since) || (cacheControl && NO_CACHE.test(cacheControl))) return false;
  const { entityTag } = validators;
  if (noneMatch) return noneMatch === '*' || (Boolean(entityTag) && lists(noneMatch, entityTag as string));
  return modifiedAt(validators) <= Date.parse(since as string);
}

/** Whether `If-Range` permits a part. */
export function permitsRange(ifRange: string | string[] | undefined, validators: FileValidators): boolean {
  if (typeof ifRange !== 'string' || ifRange === '') return true;
  const { entityTag } = validators;
  if (ifRange.includes('"')) return Boolean(entityTag) && ifRange.includes(entityTag as string);
  return modifiedAt(validators) <= Date.parse(ifRange);
}

/** As `Last-Modified` tells it, in whole seconds; `NaN` when it is not sent. */
function modifiedAt({ lastModified }: FileValidators): number {
  return lastModified === undefined ? Number.NaN : Math.floor(lastModified / 1_000) * 1_000;
}

function lists(tags: string, entityTag: string): boolean {
  for (const element of tags.split(',')) {
    const tag = element.trim();
    if (tag === entityTag || tag === `W/${entityTag}` || `W/${tag}` === entityTag) return true;
  }
  return false;
}
