/** @module Hot: the stream of a request, as Node's parser feeds it and its response's end leaves it. Bench: `npm run bench:lane`. */

import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type NodeRequest, READABLE_STATE, STREAM_STATES } from '../node/node-internals.ts';

/** What the end of a stream is made of: somebody may have put a method of his own in the place of one, to be told. */
const { emit, push, read, resume, destroy } = Readable.prototype;
const { _destroy, _dump } = IncomingMessage.prototype as NodeRequest;

/** Whether nobody has begun to read. */
export function isUntouched({ _readableState }: NodeRequest): boolean {
  return _readableState[READABLE_STATE] === STREAM_STATES.untouched;
}

/** The last octet of the body has been pushed, or there is none. */
export function endBody(req: NodeRequest): void {
  req.complete = true;
  const state = req._readableState;
  // `push(null)` would only make an event that nobody hears, a tick later.
  if (isUntouched(req) && state.length === 0 && req.push === push)
    state[READABLE_STATE] = STREAM_STATES.ended;
  else req.push(null);
}

/**
 * Its response has finished: what nobody has begun to read is read to no purpose, as Node does. Who has said that he will
 * read begins a tick later, and in Node no response that was ended before its turn finishes before that.
 *
 * @param isAhead - whether it was ended before its turn: it may have left earlier than Node's
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
