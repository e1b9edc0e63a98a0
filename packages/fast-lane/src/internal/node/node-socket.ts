/** @module What the lane does to the private state of a socket and its stream. */

import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import { USER_BUFFER, USER_BUFFER_CALLBACK, USER_BUFFER_MAKER } from '@nextpress-internal/internals/node';

const { nextTick } = process;

/** The methods that a socket without such a buffer has from its stream. */
const { pause, read, resume } = Readable.prototype;
const streamMethods = { pause, read, resume };
const { pause: pauseSocket, read: readSocket, resume: resumeSocket } = Socket.prototype;

/** Whether user code has replaced none of these methods. */
function hasSocketMethods({ pause, read, resume }: NodeSocket): boolean {
  return pause === pauseSocket && read === readSocket && resume === resumeSocket;
}

/** Whether a socket was made with the option `onread`. */
export function hasReadBuffer(socket: NodeSocket): boolean {
  return USER_BUFFER !== undefined && Boolean(socket[USER_BUFFER]);
}

/**
 * Has a socket read into a buffer, as with the option `onread`, which a server's sockets can't be given. Where this Node can't, the
 * stream gets what is read.
 *
 * @param onRead - gets the number of bytes read; returns `false` to stop
 */
export function readInto(
  socket: NodeSocket,
  buffer: Uint8Array,
  onRead: (this: NodeSocket, length: number) => boolean,
): void {
  const { _handle } = socket;
  if (
    USER_BUFFER === undefined ||
    USER_BUFFER_CALLBACK === undefined ||
    USER_BUFFER_MAKER === undefined ||
    socket[USER_BUFFER] !== null ||
    typeof _handle?.useUserBuffer !== 'function' ||
    // The handle of a socket that wraps another stream can read in the middle of a handler, when user code writes there.
    Object.getPrototypeOf(socket) !== Socket.prototype ||
    !hasSocketMethods(socket)
  )
    return;
  // The methods of a socket with a buffer start and stop its handle at once.
  Object.assign(socket, streamMethods);
  // Bytes of other clients must not show when a socket is logged.
  Object.defineProperty(socket, USER_BUFFER, { value: buffer, writable: true, enumerable: false });
  socket[USER_BUFFER_CALLBACK] = onRead;
  socket[USER_BUFFER_MAKER] = null;
  _handle.useUserBuffer(buffer);
}

/** Marks a stream as reading, as it is while Node's parser reads natively: otherwise a pending tick would resume the handle. */
export function markReading(socket: NodeSocket): void {
  socket._readableState.reading = true;
}

/** Has a stream read in the next tick, until its buffer is full, as it does after each chunk. */
export function scheduleRead(socket: NodeSocket): void {
  socket._readableState.reading = false;
  nextTick(() => socket.read(0));
}

/** Changes whether a stream flows, without the event and the tick of `pause()` and `resume()`. */
export function setFlowing(socket: NodeSocket, isFlowing: boolean): void {
  socket._readableState.flowing = isFlowing;
}

/** Whether FIN has been read, with no bytes before it. */
export function isAtEnd(socket: NodeSocket): boolean {
  return socket._readableState.ended && socket.readableLength === 0;
}

/** Keeps a stream from emitting the `end` that it is about to emit. */
export function suppressEnd(socket: NodeSocket): void {
  socket._readableState.endEmitted = true;
}

/** Has a stream be readable again, and able to end once more. */
export function resetEnded(socket: NodeSocket): void {
  Object.assign(socket._readableState, { ended: false, endEmitted: false });
}

/** Resets `socket.timeout`, so that a later call of `setTimeout` by user code can be seen. */
export function clearTimeoutMark(socket: NodeSocket): void {
  (socket as unknown as { timeout: number | undefined }).timeout = undefined;
}

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
