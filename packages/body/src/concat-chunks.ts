/** @module Concatenates the chunks of a body, without a copy where the fast lane has stored them next to each other. */

import type { IncomingMessage } from 'node:http';
import { JOINS_BODY } from '@nextpress-internal/internals/keys';

/** Tells the fast lane, before the first chunk, that the chunks will be concatenated. It then stores them in one buffer. */
export function requestAdjacentChunks(req: IncomingMessage & { [JOINS_BODY]?: boolean }): void {
  if (JOINS_BODY in req) req[JOINS_BODY] = true;
}

/** @param size - the total length of the chunks */
export function concatChunks(chunks: readonly Buffer[], size: number): Buffer {
  const [first] = chunks;
  if (first === undefined || !areAdjacent(chunks, size)) return Buffer.concat(chunks, size);
  return chunks.length === 1 ? first : Buffer.from(first.buffer, first.byteOffset, size);
}

/** False also for chunks whose memory has been transferred to another thread. */
function areAdjacent(chunks: readonly Buffer[], size: number): boolean {
  const { buffer, byteOffset } = chunks[0] as Buffer;
  let end = byteOffset;
  for (const chunk of chunks) {
    if (chunk.buffer !== buffer || chunk.byteOffset !== end) return false;
    end += chunk.length;
  }
  return end === byteOffset + size;
}
