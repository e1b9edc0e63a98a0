/** @module Lets Node have a connection that comes now, and the lane have it once its first request has shown that it stays. */

import { BRIEF } from '../head/outcome.ts';
import type { NodeSocket } from '../node/node-internals.ts';
import { Connection } from './connection.ts';
import { callNode, watchRequests } from './hand-over.ts';
import type { Lane } from './lane.ts';
import { watchForRest } from './take-back.ts';

export function beginAtNode(lane: Lane, socket: NodeSocket): void {
  const { server } = lane;
  const maxHeaderSize = server.maxHeaderSize || 0;
  lane.countHandOver(BRIEF);
  const added = callNode(server, socket);
  const { parser } = socket;
  if (!parser || typeof parser.onIncoming !== 'function') return;
  const { onIncoming } = parser;
  // Most end with their first request: what isn't made until then needn't be made for them.
  parser.onIncoming = (req, isKept) => {
    parser.onIncoming = onIncoming;
    if (isKept) {
      // In the context in which the connection came: no handler has run. (Where contexts are shared, those behind the first
      // request share another from now on than that one.)
      const connection = new Connection(socket, lane, maxHeaderSize);
      // That it began with Node is no fault of its.
      connection.futile--;
      watchRequests(connection);
      watchForRest(connection, added());
      return parser.onIncoming(req, isKept);
    }
    lane.counts.node++;
    lane.newcomers.left();
    return onIncoming(req, isKept);
  };
}
