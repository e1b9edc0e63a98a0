/** @module `req.res`, `req.fresh` and `req.stale`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import { isFresh } from '../freshness.ts';
import type { PatchedRequest } from './patched-request.ts';

/**
 * If `openRequest()` was not called: the response that Node is sending on the socket, if it belongs to this request.
 */
export function getResponse(this: IncomingMessage): ServerResponse | undefined {
  const { _httpMessage: response } = (this.socket ?? {}) as Partial<NodeSocket>;
  return response?.req === this ? response : undefined;
}

export function getFresh(this: PatchedRequest): boolean {
  const { res, headers } = this;
  if (res === undefined || !(headers['if-none-match'] || headers['if-modified-since'])) return false;
  return isFresh(this, res.statusCode, res.getHeader('ETag'), res.getHeader('Last-Modified'));
}

export function getStale(this: PatchedRequest): boolean {
  return !this.fresh;
}
