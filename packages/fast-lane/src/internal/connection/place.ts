/** @module The place of a server among those who listen to a socket: whoever listens behind it still does when another has its place. */

import type { NodeSocket } from '../node/node-internals.ts';

export type SocketListener = (this: NodeSocket, ...args: unknown[]) => void;

/**
 * Takes off a socket whoever listens behind the server that it has.
 *
 * @param served - for each event, the last listener of that server
 * @returns puts them back, behind the server that it has by then
 */
export function setAside(
  socket: NodeSocket,
  served: Iterable<readonly [string, SocketListener]>,
): () => void {
  const aside = [...served].flatMap(([event, last]) => {
    const listeners = socket.rawListeners(event) as SocketListener[];
    const behind = listeners.slice(listeners.lastIndexOf(last) + 1);
    return listeners.includes(last) ? behind.map((listener) => [event, listener] as const) : [];
  });
  // From the last to the first: of two that are equal, the last is removed.
  for (const [event, listener] of aside.toReversed()) socket.removeListener(event, listener);
  return () => {
    for (const [event, listener] of aside) socket.on(event, listener);
  };
}
