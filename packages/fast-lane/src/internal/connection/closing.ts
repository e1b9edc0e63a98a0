/** @module The equivalents of Node's `socketOnTimeout` and `socketOnClose`. */

import type { NodeRequest } from '@nextpress-internal/internals/node';
import { DESTROYS_WAITING } from '../node/node-versions.ts';
import { emitClose } from '../response/response-finish.ts';
import type { ResponseQueue } from '../response/response-queue.ts';
import { REQUEST } from '../response/response-slots.ts';
import type { Connection } from './connection.ts';

export function timedOut({ bodies, lane, socket }: Connection): void {
  const hasListeners = [
    bodies.current?.emit('timeout', socket),
    socket._httpMessage?.emit('timeout', socket),
    lane.server.emit('timeout', socket),
  ];
  if (!hasListeners.includes(true)) socket.destroy();
}

/** Aborts unfinished requests and responses, in Node's order. */
export function closed(connection: Connection): void {
  const { deferredResponse, queue, socket, state, sweep } = connection;
  sweep.remove(connection);
  connection.move('close');
  if (state !== 'upgraded') {
    abortPending(queue);
    if (DESTROYS_WAITING) deferredResponse?.destroy(abortedError());
  }
  if (socket._httpMessage) emitClose(socket._httpMessage);
}

function abortPending({ current, waiting }: ResponseQueue): void {
  const pending = current === null ? [...waiting] : [current, ...waiting];
  for (const res of pending) (res[REQUEST] as NodeRequest).destroy(abortedError());
  if (DESTROYS_WAITING) for (const res of waiting.splice(0)) res.destroy(abortedError());
}

function abortedError(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}
