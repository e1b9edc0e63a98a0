/**
 * @module Hot: one block of memory for a body in several chunks, used if its reader joins them anyway. It halves the
 * allocation for such a body.
 */

import { JOINS_BODY } from '@nextpress-internal/internals/keys';
import type { NodeRequest } from '@nextpress-internal/internals/node';

/** Never preallocate more than this many times the first chunk, so that Content-Length alone cannot reserve memory. */
const MAX_PREALLOCATION_RATIO = 4;

/** Defines the property on a prototype, so that readers can detect support. */
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
    // Not from the pool, since the application gets this memory.
    this.#bytes = Buffer.allocUnsafeSlow(length);
  }

  /**
   * Copies a chunk to its place, and returns that part. Returns `undefined` if the request has other readers, or the
   * memory was transferred.
   */
  place(chunk: Uint8Array): Uint8Array | undefined {
    if (!hasSingleReader(this.#req) || this.#bytes.length !== this.#length) return undefined;
    const start = this.#at;
    this.#at += chunk.length;
    this.#bytes.set(chunk, start);
    return this.#bytes.subarray(start, this.#at);
  }
}

/** Preallocates the body if its reader joins chunks, and the first chunk is large enough. */
export function preallocate(req: NodeRequest, first: Uint8Array, length: number): PreallocatedBody | null {
  const isPart = first.length < length && length <= first.length * MAX_PREALLOCATION_RATIO;
  return isPart && req[JOINS_BODY] === true && hasSingleReader(req)
    ? new PreallocatedBody(req, length)
    : null;
}

/** Other readers must not see the memory around their chunk. */
function hasSingleReader(req: NodeRequest): boolean {
  return !req._dumped && req.listenerCount('data') === 1 && req.listenerCount('readable') === 0;
}
