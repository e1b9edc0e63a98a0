/** @module Applies the timeouts of Node's server to one connection, at each tick of the sweep. */

import { refuse, requestTimeoutError } from '../request/refuse.ts';
import type { Connection } from './connection.ts';
import { handOver } from './hand-over.ts';
import { idleTimeout } from './settings.ts';

/** @param interval - the milliseconds between two ticks */
export function checkConnection(connection: Connection, interval: number): void {
  const { bodies, held, queue, socket, state, sweep } = connection;
  if (socket.destroyed || queue.isTransferred) {
    sweep.remove(connection);
    connection.move('close');
    return;
  }
  // At an age of 2, at least one full tick has passed.
  const age = sweep.ticks - connection.since;
  if (bodies.current !== null || bodies.stop !== undefined) {
    checkBody(connection);
    if (queue.isEmpty) checkIdle(connection, (age - 1) * interval);
  } else if (state === 'fresh' || !held.isEmpty) {
    if (age > 1 && queue.isEmpty && held.reason === 'partial head') handOver(connection, 'silent');
  } else if (queue.isEmpty) checkIdle(connection, (age - 1) * interval);
}

function checkBody({ bodies, lane, scope, socket }: Connection): void {
  const { requestTimeout } = lane.server;
  if (!(requestTimeout > 0) || process.uptime() * 1_000 - bodies.since < requestTimeout) return;
  // A listener may keep the connection open. Emit the timeout only once.
  bodies.since = Number.POSITIVE_INFINITY;
  scope.runInAsyncScope(refuse, undefined, socket, requestTimeoutError());
}

/** @param idleFor - the minimum time for which the connection has been idle, in milliseconds */
function checkIdle(connection: Connection, idleFor: number): void {
  const { lane, scope, socket } = connection;
  // The application's own timeout replaces this one.
  if (socket.timeout !== undefined) return;
  const timeout = idleTimeout(lane.server);
  if (timeout === 0 || idleFor < timeout) return;
  // A listener may keep the connection open. Emit the timeout again only after another request.
  connection.since = Number.POSITIVE_INFINITY;
  scope.runInAsyncScope(socket.emit, socket, 'timeout');
}
