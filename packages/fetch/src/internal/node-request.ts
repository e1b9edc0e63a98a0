/** @module Chooses which `Request` a handler gets: Node's own, or one whose parts are created on first access. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { LazyRequest } from './lazy-request.ts';
import { NativeRequest } from './native.ts';
import { createNativeRequest, type RequestSource } from './request-source.ts';

/**
 * In Node 20 and 22, undici keeps a request's state in properties, which {@link LazyRequest} also has. Later versions
 * keep it in private fields, so `fetch(request)` needs a real request, unless `@nextpress/fetch/register` has replaced
 * `fetch`.
 */
let isLazy: boolean = Object.getOwnPropertySymbols(new NativeRequest('http://localhost')).length > 0;

/** Called by `@nextpress/fetch/register`. */
export function useLazyRequests(): void {
  isLazy = true;
}

/** @throws HttpError 400 for an invalid host or target */
export function createRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  settings: Omit<RequestSource, 'incoming' | 'outgoing'>,
): Request {
  const source: RequestSource = { incoming, outgoing, ...settings };
  // The `Request` constructor rejects TRACE.
  return isLazy || incoming.method === 'TRACE'
    ? (new LazyRequest(source) as unknown as Request)
    : createNativeRequest(source);
}
