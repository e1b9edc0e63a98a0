/** @module Hot: ends and discards the stream of a request, as Node does. Bench: `npm run bench:lane`. */

import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type NodeRequest, READABLE_STATE } from '@nextpress-internal/internals/node';
import { STREAM_STATES } from '../node/node-stream-states.ts';

/** Methods that are called when a stream ends. The application may have replaced one to be notified. */
const { emit, push, read, resume, destroy } = Readable.prototype;
const { _destroy, _dump } = IncomingMessage.prototype as NodeRequest;

/** Whether nothing has read or listened to the stream. */
export function isUntouched({ _readableState }: NodeRequest): boolean {
  return _readableState[READABLE_STATE] === STREAM_STATES.untouched;
}

/** Ends the stream: the last byte of the body was pushed, or the body is empty. */
export function endBody(req: NodeRequest): void {
  req.complete = true;
  const state = req._readableState;
  // `push(null)` would only emit an event without listeners, a tick later.
  if (isUntouched(req) && state.length === 0 && req.push === push)
    state[READABLE_STATE] = STREAM_STATES.ended;
  else req.push(null);
}

/**
 * Discards a body that was not read before its response finished. A `readable` listener gets a tick to start, as in
 * Node for a response that ended before its turn.
 *
 * @param isAhead - whether the response ended before its turn, and may have been sent earlier than in Node
 */
export function endUnread(req: NodeRequest, isAhead: boolean): void {
  if (req._consuming) return;
  const state = req._readableState;
  if (
    state[READABLE_STATE] === STREAM_STATES.ended &&
    state.length === 0 &&
    req._eventsCount === 0 &&
    isPlain(req)
  ) {
    req._dumped = true;
    state[READABLE_STATE] = STREAM_STATES.dumped;
  } else if (!state.resumeScheduled && !(isAhead && state.readableListening)) req._dump();
}

function isPlain(req: NodeRequest): boolean {
  return (
    req.emit === emit &&
    req.resume === resume &&
    req.read === read &&
    req.destroy === destroy &&
    req._destroy === _destroy &&
    req._dump === _dump
  );
}
