/** @module Whether a socket is read, as Node does it: a stream that is paused would read on until its buffer is full. */

import { type NodeSocket, setReading } from './node-internals.ts';

export function stopReading(socket: NodeSocket): void {
  const { _handle } = socket;
  if (!_handle?.reading) return;
  _handle.reading = false;
  _handle.readStop();
  setReading(socket);
}

export function startReading({ _handle }: NodeSocket): void {
  if (_handle === null || _handle.reading !== false) return;
  _handle.reading = true;
  _handle.readStart();
}
