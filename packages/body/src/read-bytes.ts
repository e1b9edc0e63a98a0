/** @module Hot: collects the chunks of a body. */

import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';
import { thrownProperty } from '@nextpress/semantics/thrown-value';
import { JOINS_BODY } from '@nextpress-internal/internals/keys';
import { aborted, tooLarge, tooSlow, wrongSize } from './body-error.ts';
import { toHttpError } from './to-http-error.ts';

/**
 * Short chunks are concatenated in batches of this size: each costs 150 bytes of memory, but may hold a single byte.
 */
const SHORT_CHUNKS = 512;
const SHORT_LENGTH = 1_024;

/**
 * Reads a request until its end, its limit, a timeout or the loss of the connection, and then removes its listeners.
 *
 * @param limit - the maximum number of bytes
 * @param length - `Content-Length`, if the request has one
 * @param timeout - in milliseconds
 * @param done - called once, in the caller's async context; a request's events are emitted in its connection's
 */
export function readBytes(
  req: IncomingMessage,
  limit: number,
  length: number | undefined,
  timeout: number | undefined,
  done: (outcome: Buffer | Error) => void,
): void {
  const context = new AsyncResource('NextpressBody');
  const chunks: Buffer[] = [];
  let concatenated = 0;
  let concatenatedBytes = 0;
  let received = 0;
  const timer = timeout === undefined ? undefined : setTimeout(onTimeout, timeout, timeout);

  function settle(outcome: Buffer | Error): void {
    if (timer !== undefined) clearTimeout(timer);
    req.off('data', onData).off('end', onEnd).off('error', onError).off('close', onLoss);
    context.runInAsyncScope(done, undefined, outcome);
  }
  function onData(chunk: Buffer): void {
    received += chunk.length;
    if (received > limit) settle(tooLarge({ limit, received }));
    else if (chunks.push(chunk) - concatenated === SHORT_CHUNKS) concatShortChunks();
  }
  function concatShortChunks(): void {
    const size = received - concatenatedBytes;
    if (size < SHORT_CHUNKS * SHORT_LENGTH) chunks.push(concatChunks(chunks.splice(concatenated), size));
    concatenated = chunks.length;
    concatenatedBytes = received;
  }
  function onEnd(): void {
    const isWhole = length === undefined || length === received;
    settle(isWhole ? concatChunks(chunks, received) : wrongSize({ expected: length, length, received }));
  }
  function onLoss(): void {
    settle(aborted({ expected: length ?? null, length: length ?? null, received }));
  }
  function onError(error: unknown): void {
    if (thrownProperty(error, 'code') === 'ECONNRESET') onLoss();
    else settle(toHttpError(error, 400, {}));
  }
  function onTimeout(limit: number): void {
    settle(tooSlow(limit, { expected: length ?? null, length: length ?? null, received }));
  }
  requestAdjacentChunks(req);
  // `resume()`, because adding a listener does not resume a stream that the application has paused.
  req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onLoss).resume();
}

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

/** Also false for chunks whose memory was transferred to another thread. */
function areAdjacent(chunks: readonly Buffer[], size: number): boolean {
  const { buffer, byteOffset } = chunks[0] as Buffer;
  let end = byteOffset;
  for (const chunk of chunks) {
    if (chunk.buffer !== buffer || chunk.byteOffset !== end) return false;
    end += chunk.length;
  }
  return end === byteOffset + size;
}
