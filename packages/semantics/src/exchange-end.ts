/**
 * @module Detects the end of an exchange. In Node 20 and 22, a response that waits for earlier ones on its connection
 * (RFC 9112 §9.3.2) gets no event when the connection closes.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EXCHANGE_END } from '@nextpress-internal/internals/keys';

/** Whether a response waits for earlier ones. Node buffers what is written to it. */
export function isQueued(res: ServerResponse): boolean {
  // A finished response has no socket either. Adapters create requests without one, or with a plain object.
  const isFinal = res.socket !== null || res.writableFinished || res.destroyed;
  return !isFinal && typeof res.req?.socket?.once === 'function';
}

/** Whether the client has disconnected. The response is destroyed some ticks after its socket or HTTP/2 stream. */
export function isGone({ destroyed, socket }: ServerResponse): boolean {
  return destroyed || socket?.destroyed === true || socket?.closed === true;
}

/** Whether a response has finished, or will never be sent. */
export function isExchangeOver(res: ServerResponse): boolean {
  return res.destroyed || res.writableFinished || (isQueued(res) && res.req.socket.destroyed);
}

/**
 * Calls back once, when the response finishes or closes, or when its connection closes while it waits for earlier
 * responses; immediately if that has already happened.
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
  if (callbacks === undefined) watchResponse(res, [callback]);
  else callbacks.push(callback);
}

type WatchedResponse = ServerResponse & { [EXCHANGE_END]?: (() => void)[] };

function watchResponse(res: WatchedResponse, callbacks: (() => void)[]): void {
  res[EXCHANGE_END] = callbacks;
  const waiting = isQueued(res) ? queueOf(res.req.socket) : undefined;
  const end = (): void => {
    waiting?.delete(end);
    for (const callback of callbacks.splice(0)) callback();
  };
  res.once('finish', end).once('close', end);
  if (waiting === undefined) return;
  waiting.add(end);
  res.once('socket', () => waiting.delete(end));
}

/** For each connection, the callbacks of its waiting responses. */
const queues = new WeakMap<Socket, Set<() => void>>();

/** One listener for all responses of a connection, because there may be hundreds. */
function queueOf(socket: Socket): Set<() => void> {
  const known = queues.get(socket);
  if (known !== undefined) return known;
  const waiting = new Set<() => void>();
  queues.set(socket, waiting);
  socket.once('close', () => {
    for (const end of waiting) end();
  });
  return waiting;
}
