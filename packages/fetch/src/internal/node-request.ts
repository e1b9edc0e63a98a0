/** @module Which `Request` a handler gets: Node's own, or one whose parts are made when they are read. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { LazyRequest } from './lazy-request.ts';
import { NativeRequest } from './native.ts';
import { createNativeRequest, type RequestSource } from './request-source.ts';

/**
 * In Node 20 and 22, undici keeps the state of a request in properties, which {@link LazyRequest} has, too. Later versions keep it in private
 * fields, so `fetch(request)` needs a real request, unless `@nextpress/fetch/register` has replaced `fetch`.
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
  // The constructor of `Request` rejects TRACE.
  return isLazy || incoming.method === 'TRACE'
    ? (new LazyRequest(source) as unknown as Request)
    : createNativeRequest(source);
}
