/** @module Hot: the events at the end of a response. Bench: `npm run bench:lane`. */

import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { NodeResponse } from '@nextpress-internal/internals/node';
import { END_CALLBACKS, FLUSH_ERROR, WRITABLE_FINISHED } from '@nextpress-internal/internals/node';
import { CONTEXT, QUEUE, WRITTEN_AFTER_END } from './response-slots.ts';

/** The queue of a response, called after the response's last byte. */
interface FinishedListener {
  finished(res: NodeResponse, isSilent: boolean): void;
}

const { emit } = EventEmitter.prototype;

/** The first `finish` listener of every response, like Node's. */
export function onFinish(this: unknown): void {
  const res = this as NodeResponse;
  (res[QUEUE] as FinishedListener).finished(res, false);
}

/** Whether a response has only the lane's listener. */
export function hasNoListeners(res: NodeResponse): boolean {
  return (
    res._eventsCount === 1 && res._events.finish === onFinish && res.emit === emit && !res[WRITTEN_AFTER_END]
  );
}

function hasListeners(res: NodeResponse): boolean {
  return !hasNoListeners(res) || (END_CALLBACKS !== undefined && res[END_CALLBACKS] !== null);
}

/** A response's listeners run in the context of its `end` call. */
export function captureContext(res: NodeResponse): void {
  if (hasListeners(res)) res[CONTEXT] = new AsyncResource('HTTPSERVERRESPONSE');
}

/** The whole response was sent. */
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

/** The response will not be sent: Node ≥ 24 reports that to the callbacks of `end`. */
export function fail(res: NodeResponse, error: Error): void {
  if (FLUSH_ERROR !== undefined) res[FLUSH_ERROR] = error;
  if (END_CALLBACKS !== undefined && res[END_CALLBACKS] !== null) callBack(res, END_CALLBACKS, error);
}

/** `end` may have been called several times before the response was sent. */
function callBack(res: NodeResponse, slot: symbol, error: Error | null): void {
  const callbacks = res[slot] as ((error: Error | null) => void)[];
  res[slot] = null;
  for (const callback of callbacks) callback(error);
}

/** Sets what emitting `close` would set on the next tick, for a response without listeners. */
export function closeSilently(res: NodeResponse): void {
  res.destroyed = true;
  res._closed = true;
}

/** Emits `close` once. */
export function emitClose(res: NodeResponse): void {
  if (res._closed) return;
  res.destroyed = true;
  res._closed = true;
  res.emit('close');
}
