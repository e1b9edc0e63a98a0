/** @module Preserves the order of a socket's listeners when one lane's listeners replace the other's. */

import { EventEmitter } from 'node:events';
import type { NodeSocket } from '@nextpress-internal/internals/node';

export type SocketListener = (this: NodeSocket, ...args: unknown[]) => void;

/** Listeners on a socket, by event. */
export type NodeListeners = ReadonlyMap<string, readonly SocketListener[]>;

// Not the socket's methods, which the application may have replaced.
const { rawListeners, removeListener } = EventEmitter.prototype;

/** If the application removed our listener for one of these events, do not add it back after a hand-over. */
const REMOVABLE = new Set(['end', 'error', 'timeout', 'drain']);

/**
 * Records the position of a server's listeners.
 *
 * @param served - for each event, the last listener of that server
 * @returns a function that moves the given number of most recent listeners per event to that position. It edits the
 * emitter's tables, so that no `newListener` is emitted
 */
export function listenerPosition(
  socket: NodeSocket,
  served: Iterable<readonly [string, SocketListener]>,
): (counts: Iterable<readonly [string, number]>) => void {
  const listenersAfter = new Map<string, number>();
  const removed = new Set<string>();
  for (const [event, last] of served) {
    const listeners = socket._events[event];
    const at = Array.isArray(listeners) ? listeners.lastIndexOf(last) : -1;
    if (at >= 0) listenersAfter.set(event, (listeners as unknown[]).length - 1 - at);
    else if (listeners !== last && REMOVABLE.has(event)) removed.add(event);
  }
  return (counts) => {
    for (const [event, count] of counts) {
      const listeners = socket._events[event];
      const others = listenersAfter.get(event) ?? 0;
      if (removed.has(event)) {
        for (const listener of lastOf(socket, event, count)) removeListener.call(socket, event, listener);
      } else if (others > 0 && Array.isArray(listeners)) {
        // Node's `on` and `removeListener` have just copied this list, so no `emit` iterates over it.
        const added = listeners.splice(listeners.length - count, count);
        listeners.splice(listeners.length - others, 0, ...added);
      }
    }
  };
}

function lastOf(socket: NodeSocket, event: string, count: number): SocketListener[] {
  return count === 0 ? [] : (rawListeners.call(socket, event).slice(-count) as SocketListener[]);
}
