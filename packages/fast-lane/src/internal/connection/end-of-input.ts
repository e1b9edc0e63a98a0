/** @module What happens when the client sends FIN: held bytes reach Node before it does. */

import { setImmediate } from 'node:timers';
import { endReading, resetEnded, suppressEnd as suppressStreamEnd } from '../node/node-socket.ts';
import { endOfFileError, refuse } from '../request/refuse.ts';
import type { Connection } from './connection.ts';
import { handOver } from './hand-over.ts';

const { nextTick } = process;

/** Defers FIN until Node has the held bytes, and returns whether there are any. */
export function deferEnd(connection: Connection): boolean {
  const { held, isInLane, socket } = connection;
  // Bytes in the stream's buffer come before FIN without any help.
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
  // After the tick in which the stream would have emitted `end`.
  nextTick(flushDeferredNow, connection);
}

export function ended(connection: Connection): void {
  const { bodies, held, lane, queue, socket } = connection;
  // User code can end the stream without `push`. Held bytes are not lost then either.
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

/** Gives held bytes to Node, and FIN after them. When the requests before FIN have been dispatched, the stream gets it. */
export function passOn(connection: Connection): void {
  const { held, socket } = connection;
  if (!held.isEmpty) handOver(connection, held.reason, true);
  else if (held.hasEnd) {
    held.hasEnd = false;
    resetEnded(socket);
    endReading(socket);
  }
}

/** The socket is read again, and with it, in Node, the held bytes and FIN. */
export function resumed(connection: Connection): void {
  const { held, queue } = connection;
  // When every response has been ended, the hand-over is about to happen anyway.
  if (!held.hasEnd || held.isEmpty || queue.isEnded) return;
  // Node would read FIN in another turn of the event loop than the one that resumes.
  setImmediate(flushDeferredNow, connection);
}

function flushDeferredNow(connection: Connection): void {
  if (!connection.held.isEmpty) flushDeferred(connection);
}

/** Gives the held bytes and FIN to Node, unless Node would not have read them yet. */
function flushDeferred(connection: Connection): void {
  const { held, lane, queue, socket } = connection;
  if (held.isTooEarly || (held.isForNode && socket._paused)) return;
  // A socket that is not half open sends nothing after FIN, whatever the server's option says.
  const isHalfOpen = lane.server.httpAllowHalfOpen && socket.allowHalfOpen;
  if (queue.isEmpty || !isHalfOpen) handOver(connection, held.reason, true);
}
