/** @module Bytes that may be kept. */

/** A body is often a small part of what was read from the socket, all of which would live as long as the part does. */
export function ownBytes(bytes: Buffer): Buffer {
  return bytes.length < bytes.buffer.byteLength >> 1 ? Buffer.from(bytes) : bytes;
}
