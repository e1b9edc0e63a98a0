/** @module The place of a server among those who listen to a socket: whoever listens behind it still does when another has its place. */

import type { NodeSocket } from '../node/node-internals.ts';

export type SocketListener = (this: NodeSocket, ...args: unknown[]) => void;

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
  for (const [event, last] of served) {
    const listeners = socket._events[event];
    const at = Array.isArray(listeners) ? listeners.lastIndexOf(last) : -1;
    if (at >= 0) behind.set(event, (listeners as unknown[]).length - 1 - at);
  }
  return (counts) => {
    for (const [event, count] of counts) {
      const listeners = socket._events[event];
      const others = behind.get(event) ?? 0;
      if (others === 0 || !Array.isArray(listeners)) continue;
      const added = listeners.splice(listeners.length - count, count);
      listeners.splice(listeners.length - others, 0, ...added);
    }
  };
}
