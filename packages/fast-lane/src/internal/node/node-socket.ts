/** @module Changes to the private state of a socket and its stream. */

import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import { USER_BUFFER, USER_BUFFER_CALLBACK, USER_BUFFER_MAKER } from '@nextpress-internal/internals/node';

const { nextTick } = process;

/** The stream's methods, which a socket without `onread` inherits. */
const { pause, read, resume } = Readable.prototype;
const streamMethods = { pause, read, resume };
const { pause: pauseSocket, read: readSocket, resume: resumeSocket } = Socket.prototype;

/** Whether all of these methods are still in place. */
function hasSocketMethods({ pause, read, resume }: NodeSocket): boolean {
  return pause === pauseSocket && read === readSocket && resume === resumeSocket;
}

/** Whether a socket was created with the `onread` option. */
export function hasReadBuffer(socket: NodeSocket): boolean {
  return USER_BUFFER !== undefined && Boolean(socket[USER_BUFFER]);
}

/**
 * Makes a socket read into a buffer, like the `onread` option, which a server's sockets can't have. If this Node can't,
 * chunks go to the stream.
 *
 * @param onRead - called with the number of bytes read; returns `false` to stop
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
    // The handle of a socket that wraps another stream can read in the middle of a handler, when the application writes
    // to that stream.
    Object.getPrototypeOf(socket) !== Socket.prototype ||
    !hasSocketMethods(socket)
  )
    return;
  // The methods of a socket with a buffer start and stop its handle immediately.
  Object.assign(socket, streamMethods);
  // Logging a socket must not show other clients' bytes.
  Object.defineProperty(socket, USER_BUFFER, { value: buffer, writable: true, enumerable: false });
  socket[USER_BUFFER_CALLBACK] = onRead;
  socket[USER_BUFFER_MAKER] = null;
  _handle.useUserBuffer(buffer);
}

/**
 * Marks a stream as reading, as it is while Node's parser reads natively: otherwise a pending tick would resume the handle.
 */
export function markReading(socket: NodeSocket): void {
  socket._readableState.reading = true;
}

/** Makes a stream read in the next tick until its buffer is full, as it does after each chunk. */
export function scheduleRead(socket: NodeSocket): void {
  socket._readableState.reading = false;
  nextTick(() => socket.read(0));
}

/** Sets whether a stream flows, without the event and tick of `pause()` and `resume()`. */
export function setFlowing(socket: NodeSocket, isFlowing: boolean): void {
  socket._readableState.flowing = isFlowing;
}

/** Whether FIN was read, with no bytes before it. */
export function isAtEnd(socket: NodeSocket): boolean {
  return socket._readableState.ended && socket.readableLength === 0;
}

/** Suppresses the `end` that a stream is about to emit. */
export function suppressEnd(socket: NodeSocket): void {
  socket._readableState.endEmitted = true;
}

/** Resets a stream's end state so that it can be read again. */
export function resetEnded(socket: NodeSocket): void {
  Object.assign(socket._readableState, { ended: false, endEmitted: false });
}

/** Resets `socket.timeout`, so that a later `setTimeout` by the application can be detected. */
export function clearTimeoutMark(socket: NodeSocket): void {
  (socket as unknown as { timeout: number | undefined }).timeout = undefined;
}

/** @param isFed - whether the stream feeds Node's parser, and therefore reads until its buffer is full */
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

/** The equivalent of Node's own callback for FIN. */
export function endReading(socket: NodeSocket): void {
  if (socket.destroyed) return;
  socket.push(null);
  socket.read(0);
}
