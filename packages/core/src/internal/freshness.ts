/** @module Whether the client's cached response is still valid: `req.res`, `req.fresh`, `req.stale`, and 304 responses. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import type { PatchedRequest } from './patched-messages.ts';

/**
 * If `prepareRequest()` was not called: the response that Node is sending on the socket, if it belongs to this request.
 */
export function getResponse(this: IncomingMessage): ServerResponse | undefined {
  const { _httpMessage: response } = (this.socket ?? {}) as Partial<NodeSocket>;
  return response?.req === this ? response : undefined;
}

export function getFresh(this: PatchedRequest): boolean {
  const { res } = this;
  return (
    res !== undefined && isFresh(this, res.statusCode, res.getHeader('ETag'), res.getHeader('Last-Modified'))
  );
}

export function getStale(this: PatchedRequest): boolean {
  return !this.fresh;
}

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
  if (!isConditional(req) || (statusCode !== 304 && !(statusCode >= 200 && statusCode < 300))) return false;
  const ifNoneMatch = headers['if-none-match'];
  const ifModifiedSince = headers['if-modified-since'];
  const cacheControl = headers['cache-control'];
  if (cacheControl && NO_CACHE.test(cacheControl)) return false;
  if (ifNoneMatch) return ifNoneMatch === '*' || (Boolean(entityTag) && includesTag(ifNoneMatch, entityTag));
  return Boolean(lastModified) && Date.parse(lastModified as string) <= Date.parse(ifModifiedSince as string);
}

/** Whether the client asks for a response only if it differs from its cached one. */
export function isConditional({ headers }: IncomingMessage): boolean {
  return Boolean(headers['if-none-match'] || headers['if-modified-since']);
}

/** Whether a list of entity tags includes a tag, using weak comparison. */
function includesTag(tags: string, entityTag: unknown): boolean {
  for (const element of tags.split(',')) {
    const tag = element.trim();
    if (tag === entityTag || tag === `W/${entityTag}` || `W/${tag}` === entityTag) return true;
  }
  return false;
}
