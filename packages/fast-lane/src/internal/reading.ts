/** @module Whether a socket is read, as Node does it: a stream that is paused would read on until its buffer is full. */

import type { NodeSocket } from './node-internals.ts';

export function stopReading({ _handle }: NodeSocket): void {
  if (!_handle?.reading) return;
  _handle.reading = false;
  _handle.readStop();
}

export function startReading({ _handle }: NodeSocket): void {
  if (_handle === null || _handle.reading !== false) return;
  _handle.reading = true;
  _handle.readStart();
}
