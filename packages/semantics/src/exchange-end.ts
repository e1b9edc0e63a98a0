/**
 * @module Detects the end of an exchange. In Node 20 and 22, a response queued behind earlier ones on its connection
 * (RFC 9112 §9.3.2) emits no event when the connection closes.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EXCHANGE_END } from '@nextpress-internal/internals/keys';

/** Whether a response is queued behind earlier ones on its connection. Node buffers what is written to it. */
export function isQueued(res: ServerResponse): boolean {
  // A finished response has no socket either. Adapters create requests without one, or with a plain object.
  const isFinal = res.socket !== null || res.writableFinished || res.destroyed;
  return !isFinal && typeof res.req?.socket?.once === 'function';
}

/** Whether the client has disconnected. The response is destroyed a few ticks after its socket or HTTP/2 stream. */
export function isGone({ destroyed, socket }: ServerResponse): boolean {
  return destroyed || socket?.destroyed === true || socket?.closed === true;
}

/** Whether a response has finished, or will never be sent. */
export function isExchangeOver(res: ServerResponse): boolean {
  return res.destroyed || res.writableFinished || (isQueued(res) && res.req.socket.destroyed);
}

/**
 * Calls `callback` once: when the response finishes or closes, or when its connection closes while it is queued. If
 * that has already happened, calls it immediately.
 *
 * @example
 * import { createServer } from 'node:http';
 * import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
 *
 * createServer((req, res) => {
 *   const timer = setInterval(() => res.write('tick'), 1000);
 *   onExchangeEnd(res, () => clearInterval(timer));
 * });
 */
export function onExchangeEnd(res: ServerResponse, callback: () => void): void {
  if (isExchangeOver(res)) {
    callback();
    return;
  }
  const { [EXCHANGE_END]: callbacks } = res as WatchedResponse;
  if (callbacks === undefined) watchResponse(res, callback);
  else callbacks.push(callback);
}

type WatchedResponse = ServerResponse & { [EXCHANGE_END]?: (() => void)[] | undefined };

function watchResponse(res: WatchedResponse, callback: () => void): void {
  res[EXCHANGE_END] = [callback];
  res.on('finish', onEnd).on('close', onEnd);
  if (!isQueued(res)) return;
  const waiting = queueOf(res.req.socket);
  waiting.add(res);
  res.once('socket', () => waiting.delete(res));
}

/** Shared by all responses: an event stream would keep a closure of its own in memory for hours. */
function onEnd(this: WatchedResponse): void {
  this.off('finish', onEnd).off('close', onEnd);
  const { [EXCHANGE_END]: callbacks = [] } = this;
  this[EXCHANGE_END] = undefined;
  for (const callback of callbacks) callback();
}

/** The queued responses of each connection that are watched. */
const queues = new WeakMap<Socket, Set<ServerResponse>>();

/** Uses one listener per connection, because hundreds of responses may be queued. */
function queueOf(socket: Socket): Set<ServerResponse> {
  const known = queues.get(socket);
  if (known !== undefined) return known;
  const waiting = new Set<ServerResponse>();
  queues.set(socket, waiting);
  socket.once('close', () => {
    for (const res of waiting) onEnd.call(res);
    waiting.clear();
  });
  return waiting;
}
