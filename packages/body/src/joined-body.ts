/** @module Chunks of a body as one. The fast lane lays them out one behind the other for a reader who joins them, if he is the only one. */

import type { IncomingMessage } from 'node:http';

const JOINS_BODY: unique symbol = Symbol.for('nextpress.joinsBody') as never;

/** Before the first chunk comes: its reader will join them. */
export function willJoin(req: IncomingMessage & { [JOINS_BODY]?: boolean }): void {
  if (JOINS_BODY in req) req[JOINS_BODY] = true;
}

/** All of them. Most bodies arrive in one piece, which is then used as it is. */
export function joinedBody(chunks: readonly Buffer[], size: number): Buffer {
  const [first] = chunks;
  if (first === undefined || !areInOrder(chunks, size)) return Buffer.concat(chunks, size);
  return chunks.length === 1 ? first : Buffer.from(first.buffer, first.byteOffset, size);
}

/** Whether each begins where the one before it ends, and nobody has taken their memory away. */
function areInOrder(chunks: readonly Buffer[], size: number): boolean {
  const { buffer, byteOffset } = chunks[0] as Buffer;
  let end = byteOffset;
  for (const chunk of chunks) {
    if (chunk.buffer !== buffer || chunk.byteOffset !== end) return false;
    end += chunk.length;
  }
  return end === byteOffset + size;
}
