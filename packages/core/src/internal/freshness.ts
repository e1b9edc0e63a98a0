/** @module Whether a client's copy is as good as the response: `req.fresh`, and the 304 of `json` and `send`. */

import type { IncomingMessage } from 'node:http';

/** Asks for everything again, as a browser's forced reload does. */
const NO_CACHE = /(?:^|,)\s*?no-cache\s*?(?:,|$)/;

/**
 * Whether a 304 says all that the response would, by `If-None-Match` or else `If-Modified-Since` (RFC 9110 §13.1), for a
 * status that would be a success.
 *
 * @param entityTag - the value of the response's `ETag`
 * @param lastModified - the value of the response's `Last-Modified`
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
  if (ifNoneMatch) return ifNoneMatch === '*' || (Boolean(entityTag) && lists(ifNoneMatch, entityTag));
  return Boolean(lastModified) && Date.parse(lastModified as string) <= Date.parse(ifModifiedSince as string);
}

/** Whether one of the listed tags is the tag, weakly compared. */
function lists(tags: string, entityTag: unknown): boolean {
  for (const element of tags.split(',')) {
    const tag = element.trim();
    if (tag === entityTag || tag === `W/${entityTag}` || `W/${tag}` === entityTag) return true;
  }
  return false;
}
