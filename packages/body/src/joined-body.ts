/** @module Chunks of a body as one. The fast lane lays them out one behind the other, for a reader who says that he joins them. */

import type { IncomingMessage } from 'node:http';

const JOINS_BODY: unique symbol = Symbol.for('nextpress.joinsBody') as never;

/** Before the first chunk comes: its reader will join them. */
export function willJoin(req: IncomingMessage & { [JOINS_BODY]?: boolean }): void {
  if (JOINS_BODY in req) req[JOINS_BODY] = true;
}

/** All of them. Most bodies arrive in one piece, which is then used as it is. */
export function joinedBody(chunks: readonly Buffer[], size: number): Buffer {
  const [first] = chunks;
  if (first === undefined || !areInOrder(chunks)) return Buffer.concat(chunks, size);
  return chunks.length === 1 ? first : Buffer.from(first.buffer, first.byteOffset, size);
}

/** Whether each begins where the one before it ends. */
function areInOrder(chunks: readonly Buffer[]): boolean {
  const { buffer, byteOffset } = chunks[0] as Buffer;
  let end = byteOffset;
  for (const chunk of chunks) {
    if (chunk.buffer !== buffer || chunk.byteOffset !== end) return false;
    end += chunk.length;
  }
  return true;
}
