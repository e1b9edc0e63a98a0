/** @module Hands a connection over to Node's own listener, with every byte that has not been dispatched. */

import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers';
import type { NodeServer, NodeSocket } from '@nextpress-internal/internals/node';
import {
  endReading,
  markReading,
  resetEnded,
  scheduleRead,
  setFlowing,
  stopHandle,
} from '../node/node-socket.ts';
import { NODE_LISTENER } from '../node/node-versions.ts';
import { type Chunks, concat, type HeldReason } from '../request/held-chunks.ts';
import type { Connection } from './connection.ts';
import { deferResponse } from './defer-response.ts';
import { foreignReaders, forget, LISTENER_ENTRIES, stopListening } from './listen.ts';
import { listenerPosition, type NodeListeners, type SocketListener } from './listener-position.ts';
import { idleTimeout, withParserSettings } from './settings.ts';
import { watchForIdle } from './take-back.ts';

const noop = (): void => {};

const EVENTS = ['data', 'end', 'error', 'timeout', 'drain', 'close', 'pause', 'resume'];

/**
 * Hands a connection over to Node.
 *
 * @param hasWaited - whether the held bytes waited for responses: Node would have read them on arrival
 */
export function handOver(
  connection: Connection,
  reason: HeldReason = connection.held.reason,
  hasWaited = false,
): void {
  connection.scope.runInAsyncScope(giveToNode, undefined, connection, reason, hasWaited);
}

function giveToNode(connection: Connection, reason: HeldReason, hasWaited: boolean): void {
  const { held, lane, queue, socket } = connection;
  const { hasEnd } = held;
  const isPaused = isPausedByApplication(connection);
  const waiting = held.take();
  // Node would have read bytes that waited for responses in one chunk. The chunks of a first head are replayed one by
  // one.
  const chunks = connection.served > 0 && waiting.length > 1 ? [concat(waiting)] : waiting;
  // Node would wait forever for `close` on a socket that has already closed.
  if (socket.destroyed) return;
  lane.countHandOver(reason === 'in parts' || reason === 'waiting' ? 'partial head' : reason);
  const added = changeListeners(connection, hasEnd);
  if (socket.parser?._consumed) markReading(socket);
  watchRequests(connection);
  if (!hasEnd && queue.isEmpty) watchForIdle(connection, added);
  connection.move('handOver');
  // Make the socket flow, so that Node pausing it for an unread body can be told from an earlier pause.
  const isFlowing = socket.readableFlowing;
  if (socket.listenerCount('readable') === 0) setFlowing(socket, true);
  try {
    feed(socket, chunks, added.get('data') ?? []);
  } finally {
    if (!socket.parser) {
      connection.move('upgrade');
      forget(connection);
    }
    // Node would read FIN in a later turn of the event loop than the bytes before it.
    if (hasEnd) setImmediate(endReading, socket);
    if (socket.parser && socket.readableFlowing && isFlowing === false)
      // Node resumes the socket after a message, no matter who paused it.
      stopFlowing(socket, isPaused && (hasWaited || socket.isPaused()));
  }
}

/** Whether the application paused the socket, so that a hand-over must not resume it. */
function isPausedByApplication({ held, socket }: Connection): boolean {
  return socket.isPaused() && socket.listenerCount('readable') === 0 && !socket._paused && !held.isOverLimit;
}

function changeListeners(connection: Connection, hasEnd: boolean): NodeListeners {
  const { lane, socket } = connection;
  const [before, after] = foreignReaders(socket);
  // Last to first, since `removeListener` removes the last of two equal listeners.
  for (const reader of [...before, ...after].reverse()) socket.removeListener('data', reader);
  const moveListeners = listenerPosition(socket, LISTENER_ENTRIES);
  stopListening(connection);
  if (hasEnd) resetEnded(socket);
  const added = withParserSettings(lane.server, connection.maxHeaderSize, () =>
    callNode(lane.server, socket),
  )();
  moveListeners([...added].map(([event, { length }]) => [event, length] as const));
  // With these listeners, Node's parser does not read natively.
  for (const reader of after) socket.on('data', reader);
  for (const reader of before.reverse()) socket.prependListener('data', reader);
  if (socket.listenerCount('readable') > 0) pretendToRead(socket, 'readable');
  else if (connection.hasForeignReader && socket.listenerCount('data') === added.get('data')?.length)
    pretendToRead(socket, 'data');
  return added;
}

/** Tells Node that the application has started reading the stream. */
function pretendToRead(socket: NodeSocket, event: 'data' | 'readable'): void {
  socket.on(event, noop);
  // The stream's own `removeListener` would make it flow a tick later.
  EventEmitter.prototype.removeListener.call(socket, event, noop);
}

/** Pauses the socket again; it was resumed only to feed the parser. */
function stopFlowing(socket: NodeSocket, isPaused: boolean): void {
  setFlowing(socket, false);
  if (!isPaused) socket.resume();
  else if (socket.parser?._consumed) stopHandle(socket);
  // A stream that feeds a parser reads until its buffer is full.
  else scheduleRead(socket);
}

/** Calls Node's own listener, and returns a function that lists the listeners it added. */
export function callNode(server: NodeServer, socket: NodeSocket): () => NodeListeners {
  const counts = EVENTS.map((event) => socket.listenerCount(event));
  (NODE_LISTENER as SocketListener).call(server as never, socket);
  const all = EVENTS.map((event) => socket.listeners(event) as SocketListener[]);
  return () => new Map(EVENTS.map((event, index) => [event, (all[index] ?? []).slice(counts[index])]));
}

/** Calls Node's `data` listeners directly, since the application's listeners have already seen these chunks. */
function feed(socket: NodeSocket, chunks: Chunks, listeners: readonly SocketListener[]): void {
  let fed = 0;
  while (fed < chunks.length && socket.parser && !socket._paused && !socket.destroyed) {
    const chunk = chunks[fed++];
    for (const listener of listeners) listener.call(socket, chunk);
  }
  // Node has paused the socket or handed it to an upgrade: the rest is for the next reader.
  if (!socket.destroyed) for (const chunk of chunks.slice(fed).reverse()) socket.unshift(chunk);
}

/** Counts the requests that Node parses, and keeps the idle timeout until the first one. */
export function watchRequests(connection: Connection): void {
  const { hasIdleTimeout, lane, queue, socket } = connection;
  const { parser } = socket;
  if (!parser || typeof parser.onIncoming !== 'function') return;
  const { onIncoming } = parser;
  const { setTimeout } = Socket.prototype;
  if (hasIdleTimeout && socket.timeout === undefined) setTimeout.call(socket, idleTimeout(lane.server));
  let isFirst = hasIdleTimeout;
  parser.onIncoming = (req, keepAlive) => {
    lane.counts.node++;
    if (isFirst && socket.timeout) setTimeout.call(socket, lane.server.timeout || 0);
    isFirst = false;
    if (queue.isEmpty || connection.deferredResponse !== undefined) return onIncoming(req, keepAlive);
    return deferResponse(connection, () => onIncoming(req, keepAlive));
  };
}
