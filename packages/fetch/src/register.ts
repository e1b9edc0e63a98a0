/**
 * @module Replaces `Response` with `FastResponse`, and `Request` and `fetch` with functions that take the requests of `fromFetch`, for the whole
 * process. Import it before everything else: `import '@nextpress/fetch/register'`.
 */

import { FastResponse } from './fast-response.ts';
import { LazyRequest } from './internal/lazy-request.ts';
import { NativeRequest, nativeFetch, type RequestInput, standFor } from './internal/native.ts';
import { useLazyRequests } from './internal/node-request.ts';

class RegisteredRequest extends NativeRequest {
  constructor(input: RequestInput, init?: RequestInit) {
    super(nativeOf(input), init);
  }
}
standFor(NativeRequest, RegisteredRequest);

// Programs call the members of `Request.prototype` on requests of both kinds.
for (const name of Object.keys(NativeRequest.prototype)) {
  const native = Object.getOwnPropertyDescriptor(NativeRequest.prototype, name) as PropertyDescriptor;
  const lazy = Object.getOwnPropertyDescriptor(LazyRequest.prototype, name);
  const kind = native.get === undefined ? 'value' : 'get';
  if (lazy === undefined) continue;
  Object.defineProperty(RegisteredRequest.prototype, name, {
    ...native,
    [kind]: forBoth(lazy[kind], native[kind]),
  });
}
Object.setPrototypeOf(LazyRequest.prototype, RegisteredRequest.prototype);
Object.defineProperty(RegisteredRequest, 'name', { value: 'Request' });
Object.defineProperty(FastResponse, 'name', { value: 'Response' });

function forBoth(lazy: () => unknown, native: () => unknown) {
  return function (this: unknown): unknown {
    return (this instanceof LazyRequest ? lazy : native).call(this);
  };
}

function nativeOf(input: RequestInput): RequestInput {
  return input instanceof LazyRequest ? (input as unknown as LazyRequest).native() : input;
}

function fetchRegistered(input: RequestInput, init?: RequestInit): Promise<Response> {
  return nativeFetch(nativeOf(input), init);
}
Object.defineProperty(fetchRegistered, 'name', { value: 'fetch' });

const replacements = { Request: RegisteredRequest, Response: FastResponse, fetch: fetchRegistered };
for (const [name, value] of Object.entries(replacements)) {
  Object.defineProperty(globalThis, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: name === 'fetch',
  });
}
useLazyRequests();
