/** @module Hot: collects a body. */

import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { aborted, tooLarge, tooSlow, wrongSize } from './body-error.ts';
import { joinedBody, willJoin } from './joined-body.ts';
import { describeThrown } from './thrown-error.ts';

/** Short chunks are joined in batches of this many: each costs 150 bytes of overhead, and a sender may make them one byte long. */
const SHORT_CHUNKS = 512;
const SHORT_LENGTH = 1_024;

/**
 * Reads a request until it ends, exceeds its limit, times out or is lost, whichever comes first, and then removes its
 * listeners.
 *
 * @param limit - the most bytes to keep; one more fails at once
 * @param length - the declared `Content-Length`, if any
 * @param timeout - in milliseconds, if any
 * @param done - called once, in the async context of the caller: the events of a request are emitted in the connection's
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
  let joinedChunks = 0;
  let joinedBytes = 0;
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
    else if (chunks.push(chunk) - joinedChunks === SHORT_CHUNKS) joinShortOnes();
  }
  function joinShortOnes(): void {
    const size = received - joinedBytes;
    if (size < SHORT_CHUNKS * SHORT_LENGTH) chunks.push(joinedBody(chunks.splice(joinedChunks), size));
    joinedChunks = chunks.length;
    joinedBytes = received;
  }
  function onEnd(): void {
    const isWhole = length === undefined || length === received;
    settle(isWhole ? joinedBody(chunks, received) : wrongSize({ expected: length, length, received }));
  }
  function onLoss(): void {
    settle(aborted({ expected: length ?? null, length: length ?? null, received }));
  }
  function onError(error: NodeJS.ErrnoException): void {
    if (error.code === 'ECONNRESET') onLoss();
    else settle(describeThrown(error, 400, {}));
  }
  function onTimeout(limit: number): void {
    settle(tooSlow(limit, { expected: length ?? null, length: length ?? null, received }));
  }
  willJoin(req);
  // A listener alone does not resume a stream that user code has paused.
  req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onLoss).resume();
}
