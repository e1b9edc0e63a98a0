/**
 * @module Chunks of which not every octet has been dispatched. They are kept as they came: Node's parser counts octets from the
 * beginning of a chunk, and says so in its errors.
 */

/** Chunks in their order, none of them empty. */
export type Chunks = Uint8Array[];

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
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/**
 * Octets in memory of their own: a chunk holds those of other requests as well, and listeners may do with theirs what they
 * like.
 */
export function ownCopy(octets: Uint8Array): Uint8Array {
  // Not of the pool, which other buffers of the process share.
  const copy = Buffer.allocUnsafeSlow(octets.length);
  copy.set(octets);
  return copy;
}
