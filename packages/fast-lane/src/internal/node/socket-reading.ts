/** @module Whether a socket is read, as Node does it. */

import { markReading, type NodeSocket, scheduleRead } from './node-internals.ts';

/** @param isFed - whether Node's parser would be fed by the stream, which reads on, in a tick, until its buffer is full */
export function stopReading(socket: NodeSocket, isFed: boolean): void {
  if (!stopHandle(socket)) return;
  if (isFed) scheduleRead(socket);
  else markReading(socket);
}

/** @returns whether it was being read */
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

/** FIN has been read: what Node's own callback does then. */
export function endReading(socket: NodeSocket): void {
  if (socket.destroyed) return;
  socket.push(null);
  socket.read(0);
}
