/** @module Gives a connection to Node's own listener, with every octet that has not been dispatched. */

import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers';
import { IN_PARTS, PARTIAL } from '../head/outcome.ts';
import {
  NODE_LISTENER,
  type NodeServer,
  type NodeSocket,
  readOn,
  setFlowing,
  setReading,
  unend,
} from '../node/node-internals.ts';
import { type Chunks, joined } from '../request/held-chunks.ts';
import { endReading, stopHandle } from '../request/reading.ts';
import type { Connection } from './connection.ts';
import { follow } from './follow.ts';
import { idleTimeout } from './idle-timeout.ts';
import { LISTENER_ENTRIES, readersBeside, stopListening } from './listen.ts';
import { placeOf, type SocketListener } from './place.ts';
import { withParserSettings } from './settings.ts';
import { watchForRest } from './take-back.ts';

/** The listeners that Node has added to a socket, by event. */
export type NodeListeners = ReadonlyMap<string, readonly SocketListener[]>;

const noop = (): void => {};

const EVENTS = ['data', 'end', 'error', 'timeout', 'drain', 'close', 'pause', 'resume'];

/**
 * Hands a connection over, until it is at rest again.
 *
 * @param hasWaited - whether its octets have waited for responses: Node would have read them when they came
 */
export function handOver(
  connection: Connection,
  reason: number = connection.held.reason,
  hasWaited = false,
): void {
  connection.scope.runInAsyncScope(giveToNode, undefined, connection, reason, hasWaited);
}

function giveToNode(connection: Connection, reason: number, hasWaited: boolean): void {
  const { hasEnd, lane, socket } = connection;
  const isStopped = isStoppedByOthers(connection);
  const held = connection.held.take();
  // What has waited behind responses comes now, all of it; a head that came in parts is counted from where its parts began.
  const chunks = connection.served > 0 && held.length > 1 ? [joined(held)] : held;
  // Node would wait for ever for the close of a socket that has closed.
  if (socket.destroyed) return;
  lane.countHandOver(reason === IN_PARTS ? PARTIAL : reason);
  const added = changeListeners(connection);
  if (socket.parser?._consumed) setReading(socket);
  watchRequests(connection);
  if (!hasEnd && connection.queue.isEmpty) watchForRest(connection, added);
  // As if nobody had paused it: whether Node pauses it, for a body that nobody reads, is seen by what it is then.
  const isFlowing = socket.readableFlowing;
  if (socket.listenerCount('readable') === 0) setFlowing(socket, true);
  try {
    feed(socket, chunks, added.get('data') ?? []);
  } finally {
    // An upgrade or CONNECT has taken the socket away from Node's parser, whatever has become of it since.
    connection.isTaken = !socket.parser;
    // As where Node reads it: in another turn of the event loop than what came before it.
    if (hasEnd) setImmediate(endReading, socket);
    if (socket.parser && socket.readableFlowing && isFlowing === false)
      // Behind a message Node has the socket go on, whoever has paused it before.
      stopFlowing(socket, isStopped && (hasWaited || socket.isPaused()));
  }
}

/** By somebody else than the lane, who decides whether the client may be served: that Node has it now is no reason to read on. */
function isStoppedByOthers({ held, socket }: Connection): boolean {
  return socket.isPaused() && socket.listenerCount('readable') === 0 && !socket._paused && !held.isTooMuch;
}

/** Has Node's listeners in the place of the lane's. */
function changeListeners(connection: Connection): NodeListeners {
  const { hasEnd, lane, socket } = connection;
  const [before, behind] = readersBeside(socket);
  // From the last to the first: of two that are equal, the last is removed.
  for (const reader of [...before, ...behind].reverse()) socket.removeListener('data', reader);
  const take = placeOf(socket, LISTENER_ENTRIES);
  stopListening(connection);
  if (hasEnd) unend(socket);
  const added = withParserSettings(lane.server, connection.maxHeaderSize, () =>
    callNode(lane.server, socket),
  )();
  take([...added].map(([event, { length }]) => [event, length] as const));
  // Where somebody reads along, Node's parser doesn't read natively.
  for (const reader of behind) socket.on('data', reader);
  for (const reader of before.reverse()) socket.prependListener('data', reader);
  if (socket.listenerCount('readable') > 0) readFor(socket, 'readable');
  else if (connection.isReadBeside && socket.listenerCount('data') === added.get('data')?.length)
    readFor(socket, 'data');
  return added;
}

/** Has Node know that somebody reads, or has read, along. */
function readFor(socket: NodeSocket, event: 'data' | 'readable'): void {
  socket.on(event, noop);
  // Not by the stream's own method, which would have it flow a tick later.
  EventEmitter.prototype.removeListener.call(socket, event, noop);
}

/** A socket was made to flow while it was fed. */
function stopFlowing(socket: NodeSocket, isStopped: boolean): void {
  setFlowing(socket, false);
  if (!isStopped) socket.resume();
  else if (socket.parser?._consumed) stopHandle(socket);
  // A stream that feeds a parser reads on until its buffer is full.
  else readOn(socket);
}

/** Calls Node's own listener, and says what that has added: behind what was there. */
export function callNode(server: NodeServer, socket: NodeSocket): () => NodeListeners {
  const counts = EVENTS.map((event) => socket.listenerCount(event));
  (NODE_LISTENER as SocketListener).call(server as never, socket);
  const all = EVENTS.map((event) => socket.listeners(event) as SocketListener[]);
  return () => new Map(EVENTS.map((event, index) => [event, (all[index] ?? []).slice(counts[index])]));
}

/** Gives Node the chunks it hasn't seen. Its listener is called directly: an `emit` would show them twice to listeners of users. */
function feed(socket: NodeSocket, chunks: Chunks, listeners: readonly SocketListener[]): void {
  let fed = 0;
  while (fed < chunks.length && socket.parser && !socket._paused && !socket.destroyed) {
    const chunk = chunks[fed++];
    for (const listener of listeners) listener.call(socket, chunk);
  }
  // An upgrade has taken the socket, or Node has paused it: the others are for whoever reads on.
  if (!socket.destroyed) for (const chunk of chunks.slice(fed).reverse()) socket.unshift(chunk);
}

/**
 * Counts the requests that Node's parser finds from here on. The time-out of an idle connection, which it would have set itself,
 * lasts until the first of them.
 */
export function watchRequests(connection: Connection): void {
  const { isResting, lane, queue, socket } = connection;
  const { parser } = socket;
  if (!parser || typeof parser.onIncoming !== 'function') return;
  const { onIncoming } = parser;
  const { setTimeout } = Socket.prototype;
  if (isResting && socket.timeout === undefined) setTimeout.call(socket, idleTimeout(lane.server));
  let isFirst = isResting;
  parser.onIncoming = (req, keepAlive) => {
    lane.counts.node++;
    if (isFirst && socket.timeout) setTimeout.call(socket, lane.server.timeout || 0);
    isFirst = false;
    if (queue.isEmpty || connection.follower !== undefined) return onIncoming(req, keepAlive);
    return follow(connection, () => onIncoming(req, keepAlive));
  };
}
