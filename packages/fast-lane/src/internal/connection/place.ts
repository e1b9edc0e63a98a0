/** @module The place of a server among those who listen to a socket: whoever listens behind it still does when another has its place. */

import { EventEmitter } from 'node:events';
import type { NodeSocket } from '../node/node-internals.ts';

export type SocketListener = (this: NodeSocket, ...args: unknown[]) => void;

// Not by a method that somebody has put on the socket, as everything here.
const { rawListeners, removeListener } = EventEmitter.prototype;

/** Of these a server can do without a listener: who has taken the one of a server away is not to meet another's. */
const TAKEN_AWAY = new Set(['end', 'error', 'timeout', 'drain']);

/**
 * Remembers where a server stands.
 *
 * @param served - for each event, the last listener of that server
 * @returns puts there the listeners that have been added last since it has left, so many of an event. In the table itself: nobody
 * is told of listeners that come and go, and Node doesn't warn of many of them anew
 */
export function placeOf(
  socket: NodeSocket,
  served: Iterable<readonly [string, SocketListener]>,
): (counts: Iterable<readonly [string, number]>) => void {
  const behind = new Map<string, number>();
  const gone = new Set<string>();
  for (const [event, last] of served) {
    const listeners = socket._events[event];
    const at = Array.isArray(listeners) ? listeners.lastIndexOf(last) : -1;
    if (at >= 0) behind.set(event, (listeners as unknown[]).length - 1 - at);
    else if (listeners !== last && TAKEN_AWAY.has(event)) gone.add(event);
  }
  return (counts) => {
    for (const [event, count] of counts) {
      const listeners = socket._events[event];
      const others = behind.get(event) ?? 0;
      if (gone.has(event)) {
        for (const listener of lastOf(socket, event, count)) removeListener.call(socket, event, listener);
      } else if (others > 0 && Array.isArray(listeners)) {
        // Node's `on` and `removeListener` have just made this list anew: nobody goes through it.
        const added = listeners.splice(listeners.length - count, count);
        listeners.splice(listeners.length - others, 0, ...added);
      }
    }
  };
}

function lastOf(socket: NodeSocket, event: string, count: number): SocketListener[] {
  return count === 0 ? [] : (rawListeners.call(socket, event).slice(-count) as SocketListener[]);
}
