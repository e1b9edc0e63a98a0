/**
 * @module Hot: what the system reads for any connection goes into one buffer, and whatever is to stay is copied from there. A chunk
 * of its own for each read, of 64 KiB that V8 counts, costs up to a third of a request. Bench: `npm run bench:lane`.
 */

import { type NodeBuffer, type NodeSocket, readInto } from '../node/node-internals.ts';

/** As much as libuv reads at once. */
const SIZE = 65_536;

const buffer = Buffer.allocUnsafeSlow(SIZE) as NodeBuffer;

/**
 * Has a socket read into that buffer, where this Node can.
 *
 * @param onRead - returns `false` to stop that
 */
export function useReadBuffer(
  socket: NodeSocket,
  onRead: (this: NodeSocket, length: number) => boolean,
): void {
  readInto(socket, buffer, onRead);
}

/** What has just been read: there until something else is. */
export function lastRead(length: number): Uint8Array {
  return buffer.subarray(0, length);
}

/** Nothing that clients have sent stays. */
export function eraseReadBuffer(): void {
  buffer.fill(0);
}

/** The same octets, if nobody will write to them; otherwise a copy. */
export function detach(bytes: Uint8Array): Uint8Array {
  return bytes.buffer === buffer.buffer ? copyOf(bytes) : bytes;
}

/**
 * Octets in memory of their own: a chunk holds those of other requests as well, and listeners may do with theirs what they
 * like.
 */
export function copyOf(bytes: Uint8Array): Uint8Array {
  // Not of the pool, which other buffers of the process share.
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
