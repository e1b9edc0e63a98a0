/** @module The response to a request: `req.res`, and what depends on it: `fresh`, `stale`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFresh } from '../freshness.ts';
import type { HelpedRequest } from './helped-request.ts';
import { RESPONSE, type TargetState } from './target-state.ts';

export function getResponse(this: IncomingMessage & TargetState): ServerResponse | undefined {
  return this[RESPONSE] ?? responseOn(this);
}

/** Where no server said it: the response that Node is sending on the socket, if it is this request's. */
function responseOn(req: IncomingMessage): ServerResponse | undefined {
  const { _httpMessage: response } = (req.socket ?? {}) as { _httpMessage?: ServerResponse | null };
  return response?.req === req ? response : undefined;
}

export function getFresh(this: HelpedRequest): boolean {
  const { res, headers } = this;
  if (res === undefined) return false;
  // The one that counts: If-Modified-Since is ignored beside If-None-Match (RFC 9110 §13.1.3).
  if (headers['if-none-match'] !== undefined)
    return isFresh(this, res.statusCode, res.getHeader('ETag'), undefined);
  if (headers['if-modified-since'] === undefined) return false;
  return isFresh(this, res.statusCode, undefined, res.getHeader('Last-Modified'));
}

export function getStale(this: HelpedRequest): boolean {
  return !this.fresh;
}
