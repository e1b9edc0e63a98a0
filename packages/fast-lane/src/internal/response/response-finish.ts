/** @module Hot: what a response says at its end, and who hears it. Bench: `npm run bench:lane`. */

import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { END_CALLBACKS, FLUSH_ERROR, type NodeResponse, WRITABLE_FINISHED } from '../node/node-internals.ts';
import { CONTEXT, QUEUE, WRITTEN_AFTER_END } from './response-slots.ts';

/** The queue of a response, which runs what follows its last byte. */
interface FinishedListener {
  finished(res: NodeResponse, isSilent: boolean): void;
}

const { emit } = EventEmitter.prototype;

/** The listener of every response, first in line as Node's is. */
export function onFinish(this: unknown): void {
  const res = this as NodeResponse;
  (res[QUEUE] as FinishedListener).finished(res, false);
}

/** Whether nobody but the lane listens to a response. */
export function hasNoListeners(res: NodeResponse): boolean {
  return (
    res._eventsCount === 1 && res._events.finish === onFinish && res.emit === emit && !res[WRITTEN_AFTER_END]
  );
}

function hasListeners(res: NodeResponse): boolean {
  return !hasNoListeners(res) || (END_CALLBACKS !== undefined && res[END_CALLBACKS] !== null);
}

/** A response with listeners is one whose events somebody may tell apart by their context: that of its `end`. */
export function captureContext(res: NodeResponse): void {
  if (hasListeners(res)) res[CONTEXT] = new AsyncResource('HTTPSERVERRESPONSE');
}

/** All of it has left. */
export function finish(res: NodeResponse, queue: FinishedListener): void {
  if (WRITABLE_FINISHED !== undefined) res[WRITABLE_FINISHED] = true;
  if (!hasListeners(res)) queue.finished(res, true);
  else if (res[CONTEXT] === undefined) emitFinish(res);
  else (res[CONTEXT] as AsyncResource).runInAsyncScope(emitFinish, undefined, res);
}

function emitFinish(res: NodeResponse): void {
  if (END_CALLBACKS !== undefined && res[END_CALLBACKS] !== null) callBack(res, END_CALLBACKS, null);
  res.emit('finish');
}

/** It won't leave: Node ≥ 24 tells the callbacks of `end`. */
export function fail(res: NodeResponse, error: Error): void {
  if (FLUSH_ERROR !== undefined) res[FLUSH_ERROR] = error;
  if (END_CALLBACKS !== undefined && res[END_CALLBACKS] !== null) callBack(res, END_CALLBACKS, error);
}

/** The callbacks of `end`: it may be called again, with one more, before the response has left. */
function callBack(res: NodeResponse, slot: symbol, error: Error | null): void {
  const callbacks = res[slot] as ((error: Error | null) => void)[];
  res[slot] = null;
  for (const callback of callbacks) callback(error);
}

/** What `close` on the next tick would leave behind, where nobody hears it. */
export function closeSilently(res: NodeResponse): void {
  res.destroyed = true;
  res._closed = true;
}

/** Says that it is over, once. */
export function emitClose(res: NodeResponse): void {
  if (res._closed) return;
  res.destroyed = true;
  res._closed = true;
  res.emit('close');
}
