// Every body is made of its request's id, so that whoever receives a piece of it can tell whose it is.

/** Bytes after which a body repeats itself. */
const period = 16;

/** @param {number} id @param {number} length in bytes */
export function bodyOf(id, length) {
  return Buffer.alloc(length, unitOf(id));
}

/** Whether a piece is what stands in that body from `offset` on. @param {number} id @param {Buffer} piece @param {number} offset */
export function isPieceOf(id, piece, offset) {
  const start = offset % period;
  return bodyOf(id, piece.length + start)
    .subarray(start)
    .equals(piece);
}

/** @param {number} id */
function unitOf(id) {
  return `${String(id).padStart(period - 1, '0')}\n`;
}
