/** @module Hot: collects a body. */

import type { IncomingMessage } from 'node:http';
import type { HttpError } from '@nextpress/semantics/http-error';
import { aborted, tooLarge, wrongSize } from './body-error.ts';

/**
 * Reads a request to its end, to its limit or to its loss, whichever comes first, and takes its listeners away again.
 *
 * @param limit - the most bytes to keep; one more is an error, at once
 * @param length - the bytes declared, if they were
 * @param done - called once
 */
export function readBytes(
  req: IncomingMessage,
  limit: number,
  length: number | undefined,
  done: (outcome: Buffer | HttpError) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;

  function settle(outcome: Buffer | HttpError): void {
    req.off('data', onData).off('end', onEnd).off('error', onLoss).off('close', onLoss);
    done(outcome);
  }
  function onData(chunk: Buffer): void {
    size += chunk.length;
    if (size > limit) settle(tooLarge(limit));
    else chunks.push(chunk);
  }
  function onEnd(): void {
    settle(length !== undefined && length !== size ? wrongSize() : joined(chunks, size));
  }
  function onLoss(cause?: Error): void {
    settle(aborted(cause));
  }
  // A listener alone doesn't start a stream that was paused on purpose.
  req.on('data', onData).on('end', onEnd).on('error', onLoss).on('close', onLoss).resume();
}

/** Most bodies arrive in one piece, which is then used as it is. */
function joined(chunks: readonly Buffer[], size: number): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
}
