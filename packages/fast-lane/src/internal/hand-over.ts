/** @module Gives a connection to Node's own listener, with every octet that has not been dispatched. */

import type { Connection } from './connection.ts';
import { stopListening } from './listen.ts';
import { NODE_LISTENER, type NodeSocket } from './node-internals.ts';
import { withParserSettings } from './settings.ts';

type NodeListener = (this: unknown, socket: NodeSocket) => void;
type DataListener = (chunk: Uint8Array) => void;

const ignore = (): void => {};

/**
 * Hands a connection over for good.
 *
 * @param ended - whether FIN has come already
 */
export function handOver(connection: Connection, ended = false, reason: number = connection.reason): void {
  const { lane, socket, rest } = connection;
  lane.countHandOver(reason);
  stopListening(connection);
  const data = new Set(socket.listeners('data'));
  const end = new Set(socket.listeners('end'));
  withParserSettings(lane.server, connection.maxHeaderSize, () => {
    (NODE_LISTENER as NodeListener).call(lane.server, socket);
  });
  countRequests(connection);
  // Called directly: an `emit` would show the octets twice to listeners of users.
  if (rest.length > 0) {
    for (const listener of added(socket, 'data', data)) (listener as DataListener).call(socket, rest);
  }
  if (ended) for (const listener of added(socket, 'end', end)) listener.call(socket);
  // An upgrade or CONNECT has taken the socket away from Node's parser.
  if (!socket.parser) return;
  // Paused for pressure, Node reads on by itself once it takes its native read back, which a new listener makes it do.
  if (socket._paused) socket.on('data', ignore);
  else socket.resume();
}

// biome-ignore lint/complexity/noBannedTypes: what `listeners()` returns
function added(socket: NodeSocket, event: string, before: ReadonlySet<Function>): Function[] {
  return socket.listeners(event).filter((listener) => !before.has(listener));
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
