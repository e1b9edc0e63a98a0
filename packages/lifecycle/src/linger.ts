/** @module Closes connections so that the client receives everything that was sent (RFC 9112 §9.6). */

import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import type { OpenSocket } from '@nextpress-internal/internals/node';

/** How long, in milliseconds, a client may take to read the last response and close its side. */
const LINGER_TIME = 2_000;
/** How many unread bytes a client may send. */
const LINGER_BYTES = 64 * 1024 * 1024;

/** The connections that are half closed. */
const lingering = new WeakSet<Socket>();
/** The connections that are no longer parsed. */
const discarding = new WeakSet<Socket>();

/** Whether everything was sent on a connection, and only the client still has to close it. */
export function isLingering(socket: Socket): boolean {
  return lingering.has(socket);
}

/** Whether incoming data on a connection is discarded. */
export function isDiscarding(socket: Socket): boolean {
  return discarding.has(socket);
}

/** Keeps reading, but parses nothing. Beyond a limit it stops reading until the last response has been sent. */
export function discardInput(socket: OpenSocket): void {
  if (discarding.has(socket)) return;
  discarding.add(socket);
  let left = LINGER_BYTES;
  socket.removeAllListeners('data');
  // The first `data` listener detaches Node's parser from the handle.
  socket.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left >= 0) return;
    if (lingering.has(socket)) socket.destroy();
    else socket.pause();
  });
}

/**
 * Closes the sending side, and keeps reading until the client closes its own: if a socket closes with unread bytes, TCP
 * resets the connection, and the client may lose responses that it has not read.
 */
export function linger(socket: OpenSocket): void {
  if (socket.destroyed || lingering.has(socket)) return;
  lingering.add(socket);
  discardInput(socket);
  const timer = setTimeout(() => socket.destroy(), LINGER_TIME);
  socket.once('close', () => clearTimeout(timer));
  // Node pauses a socket whose client is slow, and would not resume it after its end.
  socket._paused = false;
  socket.end();
  socket.resume();
}
