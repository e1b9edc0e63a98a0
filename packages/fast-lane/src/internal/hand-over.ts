/** @module Gives a connection to Node's own listener, with every octet that has not been dispatched. */

import type { Connection } from './connection.ts';
import { stopListening } from './listen.ts';
import { NODE_LISTENER, type NodeSocket } from './node-internals.ts';
import { withParserSettings } from './settings.ts';
import { watchForRest } from './take-back.ts';

type Listener = (this: NodeSocket, ...args: unknown[]) => void;

/** The listeners that Node has added to a socket, by event. */
export type NodeListeners = ReadonlyMap<string, readonly Listener[]>;

const EVENTS = ['data', 'end', 'error', 'timeout', 'drain', 'close', 'pause', 'resume'];

const ignore = (): void => {};

/**
 * Hands a connection over, until it is at rest again.
 *
 * @param ended - whether FIN has come already
 */
export function handOver(connection: Connection, ended = false, reason: number = connection.reason): void {
  const { lane, socket, rest } = connection;
  lane.countHandOver(reason);
  stopListening(connection);
  const before = new Map(EVENTS.map((event) => [event, new Set(socket.listeners(event))]));
  withParserSettings(lane.server, connection.maxHeaderSize, () => {
    (NODE_LISTENER as Listener).call(lane.server as never, socket);
  });
  const added: NodeListeners = new Map(
    EVENTS.map((event) => [
      event,
      socket.listeners(event).filter((listener) => !before.get(event)?.has(listener)) as Listener[],
    ]),
  );
  countRequests(connection);
  if (!ended && connection.queue.isEmpty) watchForRest(connection, added);
  // Called directly: an `emit` would show the octets twice to listeners of users.
  if (rest.length > 0) for (const listener of added.get('data') ?? []) listener.call(socket, rest);
  if (ended) for (const listener of added.get('end') ?? []) listener.call(socket);
  // An upgrade or CONNECT has taken the socket away from Node's parser.
  if (!socket.parser) return;
  // Paused for pressure, Node reads on by itself once it takes its native read back, which a new listener makes it do.
  if (socket._paused) socket.on('data', ignore);
  else socket.resume();
}

/** Counts the requests that Node's parser finds from here on. */
function countRequests({ lane, socket }: Connection): void {
  const { parser } = socket;
  if (!parser || typeof parser.onIncoming !== 'function') return;
  const { onIncoming } = parser;
  parser.onIncoming = (req, keepAlive) => {
    lane.counts.node++;
    return onIncoming(req, keepAlive);
  };
}
