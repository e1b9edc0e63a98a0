/**
 * @module Chunks of which not every octet has been dispatched. They are kept as they came: Node's parser counts octets from the
 * beginning of a chunk, and says so in its errors.
 */

/** Chunks in their order, none of them empty. */
export type Chunks = readonly Uint8Array[];

/** No chunks: one list for all connections that hold none. */
export const NO_CHUNKS: Chunks = Object.freeze([]);

/** What is left of chunks behind their first octets. */
export function behind(chunks: Chunks, count: number): Chunks {
  const rest: Uint8Array[] = [];
  let left = count;
  for (const chunk of chunks) {
    if (left < chunk.length) rest.push(left === 0 ? chunk : chunk.subarray(left));
    left = Math.max(0, left - chunk.length);
  }
  return rest;
}

/** How many octets they have. */
export function lengthOf(chunks: Chunks): number {
  return chunks.reduce((length, chunk) => length + chunk.length, 0);
}
