/**
 * @module Hot: a body that comes in several chunks, for a reader who joins them: each is copied to its place in the whole, and then
 * there is nothing to join. Else twice as much is allocated, and V8 collects twice as often. Bench: `npm run bench -- --scenario upload`.
 */

import type { NodeRequest } from '../node/node-internals.ts';

/** Of a request, whether who reads it joins what comes: `@nextpress/body` says so. Here `false`, so that it can ask whether it matters. */
const JOINS_BODY: unique symbol = Symbol.for('nextpress.joinsBody') as never;

/** Who declares much and sends little has no more than so many times that laid out for him. */
const MOST_AHEAD = 4;

/** Lets the readers of these requests say that they join. */
export function defineJoining(prototype: object): void {
  Object.defineProperty(prototype, JOINS_BODY, { value: false, writable: true });
}

export class WholeBody {
  readonly #octets: Uint8Array;
  readonly #length: number;
  #at = 0;

  constructor(length: number) {
    this.#length = length;
    // Not of the pool: it is the request's own.
    this.#octets = Buffer.allocUnsafeSlow(length);
  }

  /** Copies a chunk to its place, and returns it there; `undefined` where a listener has transferred the memory. */
  place(chunk: Uint8Array): Uint8Array | undefined {
    if (this.#octets.length !== this.#length) return undefined;
    const start = this.#at;
    this.#at += chunk.length;
    this.#octets.set(chunk, start);
    return this.#octets.subarray(start, this.#at);
  }
}

/** The whole, if its reader joins and enough of it has come with the first chunk. */
export function wholeBody(req: NodeRequest, first: Uint8Array, length: number): WholeBody | null {
  const isJoined = req[JOINS_BODY] === true && length <= first.length * MOST_AHEAD;
  return isJoined ? new WholeBody(length) : null;
}
