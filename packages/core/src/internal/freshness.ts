/** @module Whether a client's copy is as good as the answer: `req.fresh`, and the 304 of the helpers that answer. */

import type { IncomingMessage, OutgoingHttpHeader } from 'node:http';
import { parseHttpDate } from '@nextpress/semantics/http-date';
import { isNotModified } from '@nextpress/semantics/preconditions';

/** A request for everything anew, as a browser's forced reload is one. */
const NO_CACHE = /(?:^|,)[\t ]*no-cache[\t ]*(?:,|$)/i;

/**
 * Whether a 304 says all that the answer would, by `If-None-Match` or else `If-Modified-Since` (RFC 9110 §13.1), for a
 * status that would be a success. `Cache-Control: no-cache` asks for the whole answer, as in Express.
 *
 * @param entityTag - the value of the answer's `ETag`
 * @param lastModified - the value of the answer's `Last-Modified`
 */
export function isFresh(
  req: IncomingMessage,
  statusCode: number,
  entityTag: OutgoingHttpHeader | undefined,
  lastModified: OutgoingHttpHeader | undefined,
): boolean {
  const { method, headers } = req;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'QUERY') return false;
  if (statusCode !== 304 && (statusCode < 200 || statusCode > 299)) return false;
  const ifNoneMatch = headers['if-none-match'];
  const ifModifiedSince = headers['if-modified-since'];
  if (ifNoneMatch === undefined && ifModifiedSince === undefined) return false;
  const cacheControl = headers['cache-control'];
  if (cacheControl !== undefined && NO_CACHE.test(cacheControl)) return false;
  return isNotModified(ifNoneMatch, ifModifiedSince, {
    entityTag: typeof entityTag === 'string' ? entityTag : undefined,
    lastModified: typeof lastModified === 'string' ? parseHttpDate(lastModified) : undefined,
  });
}
