/** @module Hot: collects a body. */

import type { IncomingMessage } from 'node:http';
import type { BodyError } from './body-error.ts';
import { aborted, tooLarge, tooSlow, wrongSize } from './body-error.ts';

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
    else chunks.push(chunk);
  }
  function onEnd(): void {
    const isWhole = length === undefined || length === received;
    settle(isWhole ? joined(chunks, received) : wrongSize({ length, received }));
  }
  function onLoss(cause?: Error): void {
    settle(aborted({ length, received, cause }));
  }
  function onTimeout(limit: number): void {
    settle(tooSlow(limit, { length, received }));
  }
  // A listener alone doesn't start a stream that was paused on purpose.
  req.on('data', onData).on('end', onEnd).on('error', onLoss).on('close', onLoss).resume();
}

/** Most bodies arrive in one piece, which is then used as it is. */
function joined(chunks: readonly Buffer[], size: number): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
}
