/** @module Hot: collects a body. */

import type { IncomingMessage } from 'node:http';
import type { BodyError } from './body-error.ts';
import { aborted, tooLarge, tooSlow, wrongSize } from './body-error.ts';
import { joinedBody, willJoin } from './joined-body.ts';

/** So many chunks are joined while they are short: each takes 150 bytes beside its own, and a sender may make them of one. */
const SHORT_CHUNKS = 512;
const SHORT_LENGTH = 1_024;

/**
 * Reads a request to its end, to its limit, to its time or to its loss, whichever comes first, and takes its listeners
 * away again.
 *
 * @param limit - the most bytes to keep; one more is an error, at once
 * @param length - the bytes declared, if they were
 * @param timeout - milliseconds, if they are limited
 * @param done - called once
 */
export function readBytes(
  req: IncomingMessage,
  limit: number,
  length: number | undefined,
  timeout: number | undefined,
  done: (outcome: Buffer | BodyError) => void,
): void {
  const chunks: Buffer[] = [];
  let joinedChunks = 0;
  let joinedBytes = 0;
  let received = 0;
  const timer = timeout === undefined ? undefined : setTimeout(onTimeout, timeout, timeout);

  function settle(outcome: Buffer | BodyError): void {
    if (timer !== undefined) clearTimeout(timer);
    req.off('data', onData).off('end', onEnd).off('error', onLoss).off('close', onLoss);
    done(outcome);
  }
  function onData(chunk: Buffer): void {
    received += chunk.length;
    if (received > limit) settle(tooLarge(limit, { length, received }));
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
    settle(isWhole ? joinedBody(chunks, received) : wrongSize({ length, received }));
  }
  function onLoss(cause?: Error): void {
    settle(aborted({ length, received, cause }));
  }
  function onTimeout(limit: number): void {
    settle(tooSlow(limit, { length, received }));
  }
  willJoin(req);
  // A listener alone doesn't start a stream that was paused on purpose.
  req.on('data', onData).on('end', onEnd).on('error', onLoss).on('close', onLoss).resume();
}
