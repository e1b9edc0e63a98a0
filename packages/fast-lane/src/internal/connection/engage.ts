/** @module Attaches at most one lane to a server, for `fastLane()` and for the `register` entry. */

import { Socket } from 'node:net';
import { BEGUN_REQUESTS } from '@nextpress-internal/internals/keys';
import type { NodeServer, NodeSocket } from '@nextpress-internal/internals/node';
import { hasReadBuffer } from '../node/node-socket.ts';
import { NODE_LISTENER, SILENT_IS_IDLE, SUPPORTED } from '../node/node-versions.ts';
import { flushAtExit } from '../response/flush-soon.ts';
import { checkConnection } from './check-connection.ts';
import type { Connection } from './connection.ts';
import { canServe, Lane } from './lane.ts';
import { isPlainEmitter, isPlainSocket, startListening } from './listen.ts';
import { ServedConnection } from './served-connection.ts';
import { startInNode } from './start-in-node.ts';
import { Sweep } from './sweep.ts';

export interface Attachment {
  readonly lane: Lane;
  /** Whether the lane has replaced Node's listener. */
  readonly isEngaged: boolean;
}

const attachments = new WeakMap<NodeServer, Attachment>();

/** Attaches a lane to a server. A server that already has one keeps it, with its `lazy` setting. */
export function attach(server: NodeServer, lazy: boolean): Attachment {
  const existing = attachments.get(server);
  if (existing !== undefined) return existing;
  const lane = new Lane(server, lazy);
  const attachment = { lane, isEngaged: engage(server, lane) };
  attachments.set(server, attachment);
  return attachment;
}

type NodeListener = (this: NodeServer, socket: NodeSocket) => void;

let hasEngaged = false;

/** Returns `false` and changes nothing if the server lacks Node's listener, or this Node lacks an internal that the lane needs. */
function engage(server: NodeServer, lane: Lane): boolean {
  const event = findNodeListener(server);
  if (!SUPPORTED || event === undefined) return false;
  const sweep = new Sweep<Connection>(server, checkConnection);
  replaceListener(server, event, listenerFor(lane, sweep));
  overrideClosing(server, sweep);
  if (!hasEngaged) process.on('exit', flushAtExit);
  hasEngaged = true;
  return true;
}

/** Returns the event that the server handles with Node's own listener, if any. */
export function findNodeListener(server: NodeServer): string | undefined {
  return ['secureConnection', 'connection'].find((event) =>
    server.rawListeners(event).includes(NODE_LISTENER as () => void),
  );
}

function listenerFor(lane: Lane, sweep: Sweep<Connection>): (socket: NodeSocket) => void {
  const { server } = lane;
  const nodeListener = NODE_LISTENER as NodeListener;
  return (socket) => {
    const isPlain = socket instanceof Socket && isPlainSocket(socket) && isPlainEmitter(socket);
    if (!isPlain || hasReadBuffer(socket) || isRead(socket) || !canServe(server)) {
      nodeListener.call(server, socket);
    } else if (lane.shortLived.startInNode && server.keepAliveTimeout) {
      // With a `keepAliveTimeout` of 0 Node doesn't signal idle connections, so none could be taken back.
      startInNode(lane, socket, (maxHeaderSize) => new ServedConnection(socket, lane, sweep, maxHeaderSize));
    } else startListening(new ServedConnection(socket, lane, sweep));
  };
}

/** Whether the application reads the socket, or has paused it, before Node's parser reads. */
function isRead(socket: NodeSocket): boolean {
  return (
    socket.readableFlowing === false ||
    socket.listenerCount('data') > 0 ||
    socket.listenerCount('readable') > 0
  );
}

/** Keeps the listener's position. No `removeListener` or `newListener` event is emitted. */
function replaceListener(server: NodeServer, event: string, listener: (socket: NodeSocket) => void): void {
  imitate(listener, NODE_LISTENER as NodeListener);
  const { _events } = server;
  const listeners = _events[event];
  if (Array.isArray(listeners)) listeners[listeners.indexOf(NODE_LISTENER)] = listener;
  else _events[event] = listener;
}

/**
 * Makes `server.listeners()` return Node's listener and `removeListener()` find it, as with `once()`, so that an
 * application that moves or wraps the listener gets Node's own.
 */
function imitate(listener: (socket: NodeSocket) => void, nodeListener: NodeListener): void {
  Object.defineProperty(listener, 'listener', { value: nodeListener });
  Object.defineProperty(listener, 'name', { value: nodeListener.name, configurable: true });
}

function overrideClosing(server: NodeServer, { members }: Sweep<Connection>): void {
  const { closeIdleConnections, closeAllConnections } = server;
  overrideMethod(server, 'closeIdleConnections', () => {
    for (const { isBetweenMessages, queue, socket, state } of members)
      if (isBetweenMessages && (SILENT_IS_IDLE || state !== 'fresh') && !queue.isTransferred)
        socket.destroy();
    closeIdleConnections.call(server);
  });
  overrideMethod(server, 'closeAllConnections', () => {
    for (const { queue, socket } of members) if (!queue.isTransferred) socket.destroy();
    closeAllConnections.call(server);
  });
  overrideMethod(server, BEGUN_REQUESTS, () =>
    [...members].filter(({ held }) => !held.isEmpty).map(({ socket }) => socket),
  );
}

/** Not enumerable, so that the server's keys and `util.inspect` output don't change. */
function overrideMethod(server: NodeServer, name: string | symbol, value: () => unknown): void {
  Object.defineProperty(server, name, { value, writable: true, configurable: true });
}
