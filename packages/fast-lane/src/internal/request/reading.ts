/** @module Whether a socket is read, as Node does it. */

import { type NodeSocket, readOn, setReading } from '../node/node-internals.ts';

/** @param isFed - whether Node's parser would be fed by the stream, which reads on, in a tick, until its buffer is full */
export function stopReading(socket: NodeSocket, isFed: boolean): void {
  const { _handle } = socket;
  if (!_handle?.reading) return;
  _handle.reading = false;
  _handle.readStop();
  if (isFed) readOn(socket);
  else setReading(socket);
}

export function startReading({ _handle }: NodeSocket): void {
  if (_handle === null || _handle.reading !== false) return;
  _handle.reading = true;
  _handle.readStart();
}
