/** @module Starts a connection in Node, and moves it to the fast lane if its first request keeps it alive. */

import type { NodeSocket } from '@nextpress-internal/internals/node';
import type { Connection } from './connection.ts';
import { callNode, watchRequests } from './hand-over.ts';
import type { Lane } from './lane.ts';
import { watchForIdle } from './take-back.ts';

/** @param makeConnection - called if the connection is kept alive, with the server's `maxHeaderSize` when it opened */
export function startInNode(
  lane: Lane,
  socket: NodeSocket,
  makeConnection: (maxHeaderSize: number) => Connection,
): void {
  const { server } = lane;
  const maxHeaderSize = server.maxHeaderSize || 0;
  lane.countHandOver('short-lived');
  const added = callNode(server, socket);
  const { parser } = socket;
  if (!parser || typeof parser.onIncoming !== 'function') return;
  const { onIncoming } = parser;
  // Most of these connections end after one request, so everything else is created later.
  parser.onIncoming = (req, isKeptAlive) => {
    parser.onIncoming = onIncoming;
    if (isKeptAlive) {
      // No handler has run yet, so this is still the context in which the connection opened.
      const connection = makeConnection(maxHeaderSize);
      // Starting in Node does not count as a bounce.
      connection.consecutiveBounces--;
      watchRequests(connection);
      watchForIdle(connection, added());
      connection.move('handOver');
      return parser.onIncoming(req, isKeptAlive);
    }
    lane.counts.node++;
    lane.shortLived.closed();
    return onIncoming(req, isKeptAlive);
  };
}
