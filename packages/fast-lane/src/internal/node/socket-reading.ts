/** @module Starts and stops the reading of a socket's handle, as Node's server does. */

import { markReading, type NodeSocket, scheduleRead } from './node-internals.ts';

/** @param isFed - whether the stream feeds Node's parser, and so reads until its buffer is full */
export function stopReading(socket: NodeSocket, isFed: boolean): void {
  if (!stopHandle(socket)) return;
  if (isFed) scheduleRead(socket);
  else markReading(socket);
}

/** Returns whether the handle was reading. */
export function stopHandle({ _handle }: NodeSocket): boolean {
  if (!_handle?.reading) return false;
  _handle.reading = false;
  _handle.readStop();
  return true;
}

export function startReading({ _handle }: NodeSocket): void {
  if (_handle === null || _handle.reading !== false) return;
  _handle.reading = true;
  _handle.readStart();
}

/** Does what Node's own callback does when FIN has been read. */
export function endReading(socket: NodeSocket): void {
  if (socket.destroyed) return;
  socket.push(null);
  socket.read(0);
}
