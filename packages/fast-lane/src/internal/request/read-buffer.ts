/**
 * @module Hot: one buffer for the reads of all connections. Whatever outlives a read is copied. Allocating 64 KiB per
 * read would cost up to a third of a request. Bench: `npm run bench:lane`.
 */

import type { NodeBuffer, NodeSocket } from '@nextpress-internal/internals/node';
import { readInto } from '../node/node-socket.ts';

/** The most that libuv reads at once. */
const SIZE = 65_536;

const buffer = Buffer.allocUnsafeSlow(SIZE) as NodeBuffer;

/**
 * Makes a socket read into the buffer, if this Node can.
 *
 * @param onRead - returns `false` to stop reading
 */
export function useReadBuffer(
  socket: NodeSocket,
  onRead: (this: NodeSocket, length: number) => boolean,
): void {
  readInto(socket, buffer, onRead);
}

/** Returns the bytes just read, valid until the next read of any socket. */
export function lastRead(length: number): Uint8Array {
  return buffer.subarray(0, length);
}

/** Erases clients' data. */
export function eraseReadBuffer(): void {
  buffer.fill(0);
}

/** Returns bytes that stay valid: a copy if they are in the shared buffer. */
export function detach(bytes: Uint8Array): Uint8Array {
  return bytes.buffer === buffer.buffer ? copyOf(bytes) : bytes;
}

/**
 * Copies bytes out of a chunk that also holds those of other requests. The application may change or transfer the copy.
 */
export function copyOf(bytes: Uint8Array): Uint8Array {
  // Not from the pool, which is shared with other buffers of the process.
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
