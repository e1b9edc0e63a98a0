/** @module Puts a lane in the place of the listener that Node has given a server. */

import { Socket } from 'node:net';
import {
  NODE_LISTENER,
  type NodeServer,
  type NodeSocket,
  readsItself,
  SILENT_IS_IDLE,
  SUPPORTED,
} from '../node/node-internals.ts';
import { flushAtExit } from '../response/flush-soon.ts';
import { beginAtNode } from './begin-at-node.ts';
import { Connection } from './connection.ts';
import { canServe, type Lane } from './lane.ts';
import { isPlainEmitter, isPlainSocket, startListening } from './listen.ts';

/** Node's own listener for connections. */
type NodeListener = (this: NodeServer, socket: NodeSocket) => void;

let hasEngaged = false;

/** @returns `false`, having done nothing, where Node's listener isn't found, or this Node isn't known well enough */
export function engage(server: NodeServer, lane: Lane): boolean {
  if (!SUPPORTED || !replaceListener(server, lane)) return false;
  if (!hasEngaged) process.on('exit', flushAtExit);
  hasEngaged = true;
  const { closeIdleConnections, closeAllConnections } = server;
  overrideMethod(server, 'closeIdleConnections', () => {
    for (const { isFresh, isIdle, queue, socket } of lane.connections)
      if (isIdle && (SILENT_IS_IDLE || !isFresh) && !queue.isSentAway) socket.destroy();
    closeIdleConnections.call(server);
  });
  overrideMethod(server, 'closeAllConnections', () => {
    for (const { queue, socket } of lane.connections) if (!queue.isSentAway) socket.destroy();
    closeAllConnections.call(server);
  });
  return true;
}

/** Not enumerable: the keys of a server and `util.inspect` stay as they are. */
function overrideMethod(
  server: NodeServer,
  name: 'closeIdleConnections' | 'closeAllConnections',
  value: () => void,
): void {
  Object.defineProperty(server, name, { value, writable: true, configurable: true });
}

/** Behind and before the same listeners as Node's own. */
function replaceListener(server: NodeServer, lane: Lane): boolean {
  const event = findNodeListener(server);
  if (event === undefined) return false;
  const nodeListener = NODE_LISTENER as NodeListener;
  const take = (socket: NodeSocket): void => {
    const isPlain = socket instanceof Socket && isPlainSocket(socket) && isPlainEmitter(socket);
    if (!isPlain || readsItself(socket) || isRead(socket) || !canServe(server))
      nodeListener.call(server, socket);
    // Without a time-out for idle connections Node says of none that it is at rest.
    else if (lane.newcomers.areNodes && server.keepAliveTimeout) beginAtNode(lane, socket);
    else startListening(new Connection(socket, lane));
  };
  imitate(take, nodeListener);
  // In the table itself: nobody is told of listeners that come and go.
  const { _events } = server;
  const listeners = _events[event];
  if (Array.isArray(listeners)) listeners[listeners.indexOf(NODE_LISTENER)] = take;
  else _events[event] = take;
  return true;
}

/**
 * Has `server.listeners()` return Node's listener, and `removeListener()` find it, as with `once()`: user code that moves or
 * wraps the listener gets Node's own.
 */
function imitate(take: (socket: NodeSocket) => void, nodeListener: NodeListener): void {
  Object.defineProperty(take, 'listener', { value: nodeListener });
  Object.defineProperty(take, 'name', { value: nodeListener.name, configurable: true });
}

/**
 * Whether somebody reads a socket, or has paused it, before Node's parser does, which then reads it natively: past him, and whether
 * it is paused or not.
 */
function isRead(socket: NodeSocket): boolean {
  return (
    socket.readableFlowing === false ||
    socket.listenerCount('data') > 0 ||
    socket.listenerCount('readable') > 0
  );
}

/** The event that Node's listener for connections hears on a server, if it is there. */
export function findNodeListener(server: NodeServer): string | undefined {
  return ['secureConnection', 'connection'].find((event) =>
    server.rawListeners(event).includes(NODE_LISTENER as () => void),
  );
}
