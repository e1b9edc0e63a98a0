/** Copies a body that is a small part of a larger memory, so that keeping the body does not keep all of that memory alive. */
export function detachBytes(bytes: Buffer): Buffer {
  if (bytes.length >= bytes.buffer.byteLength >> 1) return bytes;
  // Outside of Buffer's pool, which would be kept alive as well.
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
