/**
 * @module Bytes that were read but not dispatched. They stay in their chunks, since positions in Node's parse errors
 * are relative to a chunk.
 */

import type { HandOverReason } from '../../lane-stats.ts';
import { detach } from './read-buffer.ts';

/** Chunks in order, none of them empty. */
export type Chunks = Uint8Array[];

/** How many bytes may wait for earlier responses. */
const LENGTH_LIMIT = 65_536;
/** How many chunks they may consist of. */
const COUNT_LIMIT = 256;

/**
 * Why bytes are held. With a hand-over reason, they are for Node, except that a `partial head` waits for the rest of the
 * head. `in parts`: Node gets an incomplete head, because it came in too many chunks to be scanned again, or because the
 * server's timeouts are too short to wait for the rest. `waiting`: requests wait until earlier responses have been sent.
 */
export type HeldReason = HandOverReason | 'in parts' | 'waiting';

export class HeldChunks {
  /** `'partial head'` while a head is incomplete, `'waiting'` while requests wait, otherwise why Node gets the bytes. */
  reason: HeldReason = 'partial head';
  /** Whether FIN followed the bytes and has not been passed on. */
  hasEnd = false;
  #chunks: Chunks | undefined;
  #length = 0;

  get isEmpty(): boolean {
    return this.#chunks === undefined;
  }

  get isForNode(): boolean {
    return this.#chunks !== undefined && this.reason !== 'partial head' && this.reason !== 'waiting';
  }

  /** Whether the bytes start with a request that waits for earlier responses. */
  get isWaiting(): boolean {
    return this.reason === 'waiting';
  }

  /** Whether reading must stop until these are taken. */
  get isOverLimit(): boolean {
    return this.#length > LENGTH_LIMIT || Number(this.#chunks?.length) > COUNT_LIMIT;
  }

  hold(chunks: Chunks, reason: HeldReason): void {
    this.reason = reason;
    this.#chunks = chunks.map(detach);
    this.#length = chunks.reduce((length, chunk) => length + chunk.length, 0);
  }

  add(chunk: Uint8Array): void {
    this.#chunks?.push(detach(chunk));
    this.#length += chunk.length;
  }

  take(): Chunks {
    const chunks = this.#chunks ?? [];
    this.#chunks = undefined;
    this.reason = 'partial head';
    return chunks;
  }
}

/** The chunks without their first `count` bytes. */
export function skipBytes(chunks: Readonly<Chunks>, count: number): Chunks {
  const rest: Chunks = [];
  let left = count;
  for (const chunk of chunks) {
    if (left < chunk.length) rest.push(left === 0 ? chunk : chunk.subarray(left));
    left = Math.max(0, left - chunk.length);
  }
  return rest;
}

export function concat(chunks: Readonly<Chunks>): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  // Not from the pool: the head of an upgrade and an error's packet are views of it.
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
