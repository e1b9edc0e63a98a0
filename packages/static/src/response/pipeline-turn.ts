/** @module Waits until the earlier responses of a connection with pipelined requests are sent (RFC 9112 §9.3.2). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** For each connection, the callbacks of its waiting responses. */
const waitingOn = new WeakMap<Socket, Set<() => void>>();

/** Whether a response waits for an earlier one; Node would keep what is written to it in memory. */
export function isQueued(req: IncomingMessage, res: ServerResponse): boolean {
  // A finished response has no socket either, and neither has a request that a test made up.
  return res.socket === null && !res.writableFinished && (req.socket as Socket | undefined) !== undefined;
}

/** @returns `false` if the connection was closed first, which Node 20 and 22 report only to the response that was being sent */
export function waitForTurn(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  const { socket } = req;
  return new Promise((resolve) => {
    if (socket.destroyed) {
      resolve(false);
      return;
    }
    const waiting = waitingOn.get(socket) ?? watch(socket);
    const cancel = (): void => resolve(false);
    waiting.add(cancel);
    res.once('socket', () => {
      waiting.delete(cancel);
      resolve(true);
    });
  });
}

/** One listener for all responses of a connection, because there may be hundreds. */
function watch(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>();
  waitingOn.set(socket, waiting);
  socket.once('close', () => {
    for (const cancel of waiting) cancel();
  });
  return waiting;
}
