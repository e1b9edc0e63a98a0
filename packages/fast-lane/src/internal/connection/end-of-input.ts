/** @module Handles FIN from the client: Node gets held bytes before it. */

import { setImmediate } from 'node:timers';
import { endReading, resetEnded, suppressEnd as suppressStreamEnd } from '../node/node-socket.ts';
import { endOfFileError, refuse } from '../request/refuse.ts';
import type { Connection } from './connection.ts';
import { handOver } from './hand-over.ts';

const { nextTick } = process;

/** Defers FIN until Node has the held bytes, and returns whether there are any. */
export function deferEnd(connection: Connection): boolean {
  const { held, isInLane, socket } = connection;
  // Bytes in the stream's buffer come before FIN anyway.
  if (held.isEmpty || socket.readableLength > 0 || !isInLane) return false;
  held.hasEnd = true;
  flushDeferred(connection);
  return true;
}

export function suppressEnd(connection: Connection): void {
  const { held, isInLane, socket } = connection;
  if (held.isEmpty || !isInLane) return;
  held.hasEnd = true;
  suppressStreamEnd(socket);
  // Runs after the tick in which the stream would have emitted `end`.
  nextTick(flushDeferredNow, connection);
}

export function ended(connection: Connection): void {
  const { bodies, held, lane, queue, socket } = connection;
  // The application can end the stream without `push`. Held bytes must not be lost then.
  if (!held.isEmpty) {
    held.hasEnd = true;
    flushDeferred(connection);
    return;
  }
  const last = queue.waiting.at(-1) ?? queue.current;
  if (bodies.current !== null && bodies.stop === undefined) refuse(socket, endOfFileError());
  else if (!lane.server.httpAllowHalfOpen || last === null) socket.end();
  else last._last = true;
}

/** Gives Node the held bytes and then FIN. If all requests before FIN have been dispatched, the stream gets it. */
export function passOn(connection: Connection): void {
  const { held, socket } = connection;
  if (!held.isEmpty) handOver(connection, held.reason, true);
  else if (held.hasEnd) {
    held.hasEnd = false;
    resetEnded(socket);
    endReading(socket);
  }
}

/** The socket was resumed: in Node, that also reads the held bytes and FIN. */
export function resumed(connection: Connection): void {
  const { held, queue } = connection;
  // Once every response has ended, the hand-over is about to happen anyway.
  if (!held.hasEnd || held.isEmpty || queue.isEnded) return;
  // Node would read FIN in a later turn of the event loop than the call that resumes.
  setImmediate(flushDeferredNow, connection);
}

function flushDeferredNow(connection: Connection): void {
  if (!connection.held.isEmpty) flushDeferred(connection);
}

/** Gives the held bytes and FIN to Node, unless Node would not have read them yet. */
function flushDeferred(connection: Connection): void {
  const { held, lane, queue, socket } = connection;
  if (held.isWaiting || (held.isForNode && socket._paused)) return;
  // A socket that is not half-open sends nothing after FIN, whatever the server's option.
  const isHalfOpen = lane.server.httpAllowHalfOpen && socket.allowHalfOpen;
  if (queue.isEmpty || !isHalfOpen) handOver(connection, held.reason, true);
}
