/** @module `req.res`, `req.fresh` and `req.stale`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFresh } from '../freshness.ts';
import type { PatchedRequest } from './patched-request.ts';
import { RESPONSE, type TargetState } from './target-state.ts';

export function getResponse(this: IncomingMessage & TargetState): ServerResponse | undefined {
  return this[RESPONSE] ?? responseOnSocket(this);
}

/** Without `openRequest()`: the response that Node is sending on the socket, if it belongs to this request. */
function responseOnSocket(req: IncomingMessage): ServerResponse | undefined {
  const { _httpMessage: response } = (req.socket ?? {}) as { _httpMessage?: ServerResponse | null };
  return response?.req === req ? response : undefined;
}

export function getFresh(this: PatchedRequest): boolean {
  const { res, headers } = this;
  if (res === undefined) return false;
  // If-Modified-Since is ignored if there is an If-None-Match (RFC 9110 §13.1.3).
  if (headers['if-none-match'] !== undefined)
    return isFresh(this, res.statusCode, res.getHeader('ETag'), undefined);
  if (headers['if-modified-since'] === undefined) return false;
  return isFresh(this, res.statusCode, undefined, res.getHeader('Last-Modified'));
}

export function getStale(this: PatchedRequest): boolean {
  return !this.fresh;
}
