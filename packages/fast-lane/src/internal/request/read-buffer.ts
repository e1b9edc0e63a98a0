/**
 * @module Hot: one buffer for the reads of all connections. Everything that outlives a read is copied from it. A chunk of 64 KiB for each
 * read would cost up to a third of a request. Bench: `npm run bench:lane`.
 */

import type { NodeBuffer, NodeSocket } from '@nextpress-internal/internals/node';
import { readInto } from '../node/node-socket.ts';

/** The most that libuv reads at once. */
const SIZE = 65_536;

const buffer = Buffer.allocUnsafeSlow(SIZE) as NodeBuffer;

/**
 * Has a socket read into the buffer, where this Node can.
 *
 * @param onRead - returns `false` to stop reading
 */
export function useReadBuffer(
  socket: NodeSocket,
  onRead: (this: NodeSocket, length: number) => boolean,
): void {
  readInto(socket, buffer, onRead);
}

/** The bytes that have just been read, valid until the next read of any socket. */
export function lastRead(length: number): Uint8Array {
  return buffer.subarray(0, length);
}

/** Erases what clients have sent. */
export function eraseReadBuffer(): void {
  buffer.fill(0);
}

/** Returns bytes that stay valid: a copy if they are in the shared buffer. */
export function detach(bytes: Uint8Array): Uint8Array {
  return bytes.buffer === buffer.buffer ? copyOf(bytes) : bytes;
}

/** Copies bytes out of a chunk, which holds those of other requests, too. User code may change or transfer the copy. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  // Not from the pool, which other buffers of the process share.
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
