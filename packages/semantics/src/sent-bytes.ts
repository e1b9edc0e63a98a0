import type { Socket } from 'node:net';

/** A handle of Node's: the bytes that it got, and how many of them the system has not taken. */
interface Handle {
  readonly bytesWritten?: number;
  readonly writeQueueSize?: number;
  /** The handle under TLS. */
  readonly _parent?: Handle;
}

/** The bytes that the system has taken from a socket. It takes more while the client reads. `NaN` for a closed socket. */
export function sentBytes(socket: Socket): number {
  const { _handle } = socket as { readonly _handle?: Handle | null };
  const { bytesWritten = Number.NaN, writeQueueSize = 0 } = _handle?._parent ?? _handle ?? {};
  return bytesWritten - writeQueueSize;
}
