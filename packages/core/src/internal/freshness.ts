/** @module Checks whether the client's cached response is still valid, for `req.fresh` and 304 responses. */

import type { IncomingMessage } from 'node:http';

/** Browsers send it on a forced reload. */
const NO_CACHE = /(?:^|,)\s*?no-cache\s*?(?:,|$)/;

/**
 * Evaluates `If-None-Match`, or else `If-Modified-Since` (RFC 9110 §13.1). Always false for a status other than 2xx and 304.
 *
 * @param entityTag - `ETag` of the response
 * @param lastModified - `Last-Modified` of the response
 */
export function isFresh(
  req: IncomingMessage,
  statusCode: number,
  entityTag: unknown,
  lastModified: unknown,
): boolean {
  const { method, headers } = req;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'QUERY') return false;
  if (statusCode !== 304 && !(statusCode >= 200 && statusCode < 300)) return false;
  const ifNoneMatch = headers['if-none-match'];
  const ifModifiedSince = headers['if-modified-since'];
  if (!ifNoneMatch && !ifModifiedSince) return false;
  const cacheControl = headers['cache-control'];
  if (cacheControl && NO_CACHE.test(cacheControl)) return false;
  if (ifNoneMatch) return ifNoneMatch === '*' || (Boolean(entityTag) && includesTag(ifNoneMatch, entityTag));
  return Boolean(lastModified) && Date.parse(lastModified as string) <= Date.parse(ifModifiedSince as string);
}

/** Whether a list of entity tags includes a tag, using weak comparison. */
function includesTag(tags: string, entityTag: unknown): boolean {
  for (const element of tags.split(',')) {
    const tag = element.trim();
    if (tag === entityTag || tag === `W/${entityTag}` || `W/${tag}` === entityTag) return true;
  }
  return false;
}
