/** @module Ends streams whose request has arrived. Nothing listens for `end`, because the body bypasses the stream's buffer. */

import type { ServerHttp2Stream } from 'node:http2';
import { setTimeout } from 'node:timers';
import type { NodeStream } from '@nextpress-internal/internals/node';
import { INTERNAL_ERROR, NO_ERROR } from './error-codes.ts';

/** How long to wait for queued frames before trying again to stop a body (ms). */
const STOP_INTERVAL = 1_000;

/**
 * Lets Node destroy the stream as soon as it closes. Otherwise Node would first read it to the end, and leave it open if it
 * closed without an error before everything was sent.
 */
export function skipEnd(stream: ServerHttp2Stream): void {
  (stream as NodeStream)._readableState.endEmitted = true;
}

/** Resets an open stream. After {@link skipEnd}, Node could destroy it before sending the reset. */
export function reset(stream: ServerHttp2Stream): void {
  if (stream.closed) return;
  (stream as NodeStream)._readableState.endEmitted = false;
  stream.close(INTERNAL_ERROR);
}

/**
 * Call this after the connection has taken a write. By then the stream has usually closed, and Node creates an error for pending
 * writes even if there are none. A write in progress prevents that, which saves 20 % of the time.
 */
export function skipError(stream: ServerHttp2Stream): void {
  const { destroyed, writableLength } = stream;
  if (destroyed && writableLength === 0) (stream as NodeStream)._writableState.writing = true;
}

/**
 * Tells a client that has its response not to send the rest of its body (RFC 9113 §8.1). nghttp2 drops the frames of a stream that
 * it has not written when the stream is reset, so a response without a body could be lost while the connection is busy.
 */
export function stopBody(stream: ServerHttp2Stream): void {
  const { closed, session } = stream;
  if (closed) return;
  if (session?.state.outboundQueueSize) setTimeout(stopBody, STOP_INTERVAL, stream).unref();
  else stream.close(NO_ERROR);
}
