/** @module How a stream ends whose request has arrived. Nothing listens to its `end`: the body has not passed its buffer. */

import type { ServerHttp2Stream } from 'node:http2';
import type { NodeStream } from '@nextpress-internal/internals/node';
import { INTERNAL_ERROR } from './error-codes.ts';

/**
 * Lets Node destroy the stream as soon as it closes. Node would read it to its end first, and leave it open if it was closed without an error
 * before it had sent everything.
 */
export function skipEnd(stream: ServerHttp2Stream): void {
  (stream as NodeStream)._readableState.endEmitted = true;
}

/** Resets an open stream. After {@link skipEnd}, Node could destroy it before it has sent the reset. */
export function reset(stream: ServerHttp2Stream): void {
  if (stream.closed) return;
  (stream as NodeStream)._readableState.endEmitted = false;
  stream.close(INTERNAL_ERROR);
}

/**
 * Call this when the connection has taken a write. The stream has usually closed by then, and Node creates an error for pending writes
 * even if there are none. A write in progress prevents that, which saves 20 % of the time.
 */
export function skipError(stream: ServerHttp2Stream): void {
  const { destroyed, writableLength } = stream;
  if (destroyed && writableLength === 0) (stream as NodeStream)._writableState.writing = true;
}
