/**
 * Copies a body that is a small part of a larger buffer, so that keeping the body does not keep the whole buffer alive.
 */
export function detachBytes(bytes: Buffer): Buffer {
  if (bytes.length >= bytes.buffer.byteLength >> 1) return bytes;
  // Not from Buffer's pool, which would stay alive as well.
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
