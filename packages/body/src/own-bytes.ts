/** @module Bytes that may be kept. */

/** A body is often a small part of what was read from the socket, all of which would live as long as the part does. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length >= bytes.buffer.byteLength >> 1) return bytes;
  // Not from the pool, which is as large from Node 24 on.
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
