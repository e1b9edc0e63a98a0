/**
 * @module Chunks of which not every octet has been dispatched. They are kept as they came: Node's parser counts octets from the
 * beginning of a chunk, and says so in its errors.
 */

import { PARTIAL } from '../head/outcome.ts';
import { own } from './read-buffer.ts';

/** Chunks in their order, none of them empty. */
export type Chunks = Uint8Array[];

/** How many octets that are Node's may wait for the responses before them. */
const LENGTH_LIMIT = 65_536;
/** In how many chunks they may come. */
const COUNT_LIMIT = 256;

/** What a connection has read and not dispatched. */
export class HeldChunks {
  /** Why: `PARTIAL` until more have come, or what Node is wanted for. */
  reason: number = PARTIAL;
  #chunks: Chunks | undefined;
  #length = 0;

  get isEmpty(): boolean {
    return this.#chunks === undefined;
  }

  /** Whether they wait for Node. */
  get isNodes(): boolean {
    return this.#chunks !== undefined && this.reason !== PARTIAL;
  }

  /** Whether no more are to be read while these wait. */
  get isTooMuch(): boolean {
    return this.#length > LENGTH_LIMIT || Number(this.#chunks?.length) > COUNT_LIMIT;
  }

  keep(chunks: Chunks, reason: number): void {
    this.reason = reason;
    this.#chunks = chunks.map(own);
    this.#length = chunks.reduce((length, chunk) => length + chunk.length, 0);
  }

  /** One more, behind those that it has. */
  add(chunk: Uint8Array): void {
    this.#chunks?.push(own(chunk));
    this.#length += chunk.length;
  }

  /** Gives them away. */
  take(): Chunks {
    const chunks = this.#chunks ?? [];
    this.#chunks = undefined;
    this.reason = PARTIAL;
    return chunks;
  }
}

/** What is left of chunks behind their first octets. */
export function behind(chunks: Readonly<Chunks>, count: number): Chunks {
  const rest: Chunks = [];
  let left = count;
  for (const chunk of chunks) {
    if (left < chunk.length) rest.push(left === 0 ? chunk : chunk.subarray(left));
    left = Math.max(0, left - chunk.length);
  }
  return rest;
}

/** All of them as one. */
export function joined(chunks: Readonly<Chunks>): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  // Not of the pool: an upgrade's head and an error's packet are parts of it.
  const octets = Buffer.allocUnsafeSlow(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    octets.set(chunk, at);
    at += chunk.length;
  }
  return octets;
}
