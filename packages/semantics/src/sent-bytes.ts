import type { Socket } from 'node:net';

import type { OpenSocket } from '@nextpress-internal/internals/node';

/**
 * Returns how many of the bytes written to a socket the operating system has accepted. It accepts more as the client
 * reads. `NaN` for a closed socket.
 */
export function sentBytes(socket: Socket): number {
  const { _handle } = socket as OpenSocket;
  const { bytesWritten = Number.NaN, writeQueueSize = 0 } = _handle?._parent ?? _handle ?? {};
  return bytesWritten - writeQueueSize;
}
