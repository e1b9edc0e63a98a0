/** @module Replaces `Request`, `Response` and `fetch` for the whole process. */

import { FastResponse } from './fast-response.ts';
import { LazyRequest } from './lazy-request.ts';
import { NativeRequest, nativeFetch, type RequestInput, standFor } from './native.ts';
import { useLazyRequests } from './node-request.ts';

let isReplaced = false;

/** Replaces `Response` with `FastResponse`, and lets `Request` and `fetch` accept requests of `fromFetch`. */
export function replaceGlobalObjects(): void {
  if (isReplaced) return;
  isReplaced = true;
  const replacements = { Request: requestForBoth(), Response: FastResponse, fetch: fetchForBoth };
  for (const [name, value] of Object.entries(replacements)) {
    Object.defineProperty(value, 'name', { value: name });
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: name === 'fetch',
    });
  }
  useLazyRequests();
}

/** A class whose members accept both Node's requests and lazy ones. */
function requestForBoth(): typeof Request {
  class RequestForBoth extends NativeRequest {
    constructor(input: RequestInput, init?: RequestInit) {
      super(nativeOf(input), init);
    }
  }
  standFor(NativeRequest, RequestForBoth);
  // Programs call members of `Request.prototype` on requests of both kinds.
  for (const name of Object.keys(NativeRequest.prototype)) {
    const native = Object.getOwnPropertyDescriptor(NativeRequest.prototype, name) as PropertyDescriptor;
    const lazy = Object.getOwnPropertyDescriptor(LazyRequest.prototype, name);
    const kind = native.get === undefined ? 'value' : 'get';
    if (lazy === undefined) continue;
    Object.defineProperty(RequestForBoth.prototype, name, {
      ...native,
      [kind]: forBoth(lazy[kind], native[kind]),
    });
  }
  Object.setPrototypeOf(LazyRequest.prototype, RequestForBoth.prototype);
  return RequestForBoth;
}

function forBoth(lazy: () => unknown, native: () => unknown) {
  return function (this: unknown): unknown {
    return (this instanceof LazyRequest ? lazy : native).call(this);
  };
}

function nativeOf(input: RequestInput): RequestInput {
  return input instanceof LazyRequest ? (input as unknown as LazyRequest).native() : input;
}

function fetchForBoth(input: RequestInput, init?: RequestInit): Promise<Response> {
  return nativeFetch(nativeOf(input), init);
}
