/** @module Runs when every response of a connection has finished. */

import type { Connection } from './connection.ts';
import { passOn } from './end-of-input.ts';
import { idleTimeout } from './settings.ts';

const { nextTick } = process;

export function finished(connection: Connection): void {
  const { deferredResponse, held, lane, socket } = connection;
  connection.since = connection.sweep.ticks;
  connection.move('finished');
  if (deferredResponse !== undefined) {
    connection.deferredResponse = undefined;
    deferredResponse.assignSocket(socket);
    return;
  }
  if (connection.state === 'upgraded') {
    // Node sets this timeout no matter who owns the socket.
    if (lane.server.keepAliveTimeout) socket.setTimeout(idleTimeout(lane.server));
    return;
  }
  // Those were the lane's last responses: the connection already belongs to Node.
  if (!connection.isInLane) return;
  if (socket._paused) connection.backpressure.maybeResume();
  // The head held for Node may never be completed.
  if (lane.server.keepAliveTimeout) connection.startIdle();
  if (held.isWaiting) return;
  if (held.hasEnd || held.isForNode) nextTick(leave, connection);
}

/** Deferred by a tick, so that the last response emits `close` before Node's listener runs. */
function leave(connection: Connection): void {
  const { held, queue } = connection;
  if (queue.isEmpty && !held.isWaiting) passOn(connection);
}
