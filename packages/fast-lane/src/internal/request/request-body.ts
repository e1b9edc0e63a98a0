/** @module Hot: the stream of a request, as Node's parser feeds it and its response's end leaves it. Bench: `npm run bench:lane`. */

import { EventEmitter } from 'node:events';
import { type NodeRequest, READABLE_STATE, STREAM_STATES } from '../node/node-internals.ts';

/** The last octet of the body has been pushed, or there is none. */
export function endBody(req: NodeRequest): void {
  req.complete = true;
  const state = req._readableState;
  // Nobody has begun to read: `push(null)` would only make an event that nobody hears, a tick later.
  if (state[READABLE_STATE] === STREAM_STATES.untouched && state.length === 0)
    state[READABLE_STATE] = STREAM_STATES.ended;
  else req.push(null);
}

/**
 * Its response has finished: what nobody has begun to read is read to no purpose, as Node does. Who has said that he will
 * read begins a tick later, and in Node no response finishes before that.
 */
export function endUnread(req: NodeRequest): void {
  if (req._consuming) return;
  const state = req._readableState;
  if (
    state[READABLE_STATE] === STREAM_STATES.ended &&
    state.length === 0 &&
    req._eventsCount === 0 &&
    req.emit === EventEmitter.prototype.emit
  ) {
    req._dumped = true;
    state[READABLE_STATE] = STREAM_STATES.dumped;
  } else if (!state.resumeScheduled && !state.readableListening) req._dump();
}
