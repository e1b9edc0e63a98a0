/**
 * @module Hot: a body that comes in several chunks, for a reader who joins them: each is copied to its place in one memory, and then
 * there is nothing to join. Else twice as much is allocated, and V8 collects twice as often. Bench: `npm run bench -- --scenario upload`.
 */

import type { NodeRequest } from '../node/node-internals.ts';

/** Of a request, whether who reads it joins what comes, as `@nextpress/body` does: `false` here, so that it sees who wants to know. */
const JOINS_BODY: unique symbol = Symbol.for('nextpress.joinsBody') as never;

/** Who declares much and sends little has no more than so many times that laid out for him. */
const MAX_PREALLOCATION_RATIO = 4;

/** Lets the readers of these requests say that they join. */
export function defineJoinsBody(prototype: object): void {
  Object.defineProperty(prototype, JOINS_BODY, { value: false, writable: true });
}

export class PreallocatedBody {
  readonly #req: NodeRequest;
  readonly #bytes: Uint8Array;
  readonly #length: number;
  #at = 0;

  constructor(req: NodeRequest, length: number) {
    this.#req = req;
    this.#length = length;
    // Not of the pool: it is the request's own.
    this.#bytes = Buffer.allocUnsafeSlow(length);
  }

  /** Copies a chunk to its place, and returns it there; `undefined` where its reader isn't alone, or has transferred the memory. */
  place(chunk: Uint8Array): Uint8Array | undefined {
    if (!hasSingleReader(this.#req) || this.#bytes.length !== this.#length) return undefined;
    const start = this.#at;
    this.#at += chunk.length;
    this.#bytes.set(chunk, start);
    return this.#bytes.subarray(start, this.#at);
  }
}

/** Lays out a body whose first chunk has come, if its reader joins, more is to come, and this is enough of it. */
export function preallocate(req: NodeRequest, first: Uint8Array, length: number): PreallocatedBody | null {
  const isPart = first.length < length && length <= first.length * MAX_PREALLOCATION_RATIO;
  return isPart && req[JOINS_BODY] === true && hasSingleReader(req)
    ? new PreallocatedBody(req, length)
    : null;
}

/** Others are to see no memory beside their chunk. */
function hasSingleReader(req: NodeRequest): boolean {
  return !req._dumped && req.listenerCount('data') === 1 && req.listenerCount('readable') === 0;
}
