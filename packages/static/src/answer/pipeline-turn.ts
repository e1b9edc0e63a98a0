/** @module Whose turn it is on a connection: requests sent in a row (RFC 9112 §9.3.2) are answered in that order. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What to call for the responses that still wait when their connection is lost. */
const WAITING = new WeakMap<Socket, Set<() => void>>();

/** Whether a response stands behind another one of its connection, which keeps what is written to it in memory. */
export function hasToWait(req: IncomingMessage, res: ServerResponse): boolean {
  // A response that is finished has no socket either, and a request that was made up may have none.
  return res.socket === null && !res.writableFinished && (req.socket as Socket | undefined) !== undefined;
}

/**
 * Waits until the responses before this one are sent.
 *
 * @returns whether the turn came; `false` when the connection was lost first, of which Node 20 and 22 tell only the response
 * that was being sent
 */
export function turn(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  const { socket } = req;
  return new Promise((resolve) => {
    if (socket.destroyed) {
      resolve(false);
      return;
    }
    const waiting = WAITING.get(socket) ?? watch(socket);
    const giveUp = (): void => resolve(false);
    waiting.add(giveUp);
    res.once('socket', () => {
      waiting.delete(giveUp);
      resolve(true);
    });
  });
}

/** One listener for all responses of a connection: there may be hundreds. */
function watch(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>();
  WAITING.set(socket, waiting);
  socket.once('close', () => {
    for (const giveUp of waiting) giveUp();
  });
  return waiting;
}
