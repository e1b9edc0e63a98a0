import type { Socket } from 'node:net';

import type { OpenSocket } from '@nextpress-internal/internals/node';

/** The bytes that the system has taken from a socket. It takes more while the client reads. `NaN` for a closed socket. */
export function sentBytes(socket: Socket): number {
  const { _handle } = socket as OpenSocket;
  const { bytesWritten = Number.NaN, writeQueueSize = 0 } = _handle?._parent ?? _handle ?? {};
  return bytesWritten - writeQueueSize;
}
