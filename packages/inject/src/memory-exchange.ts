/** @module Runs a Node listener for a request that did not come from the network. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isThenable } from '@nextpress/semantics/thenable';
import { createIncoming, type MemoryRequest, type RequestListener } from './memory-request.ts';
import { createOutgoing, emitClose, trailersOf } from './memory-response.ts';
import { MemorySocket, type ResponseSink } from './memory-socket.ts';

const { nextTick } = process;

/** Outcome of the request. */
export interface MemoryResponse extends ResponseSink {
  /**
   * Everything was written.
   *
   * @param trailers - the header lines that `addTrailers()` creates
   */
  end(trailers: string): void;
  /** The application cut the response, or the client disconnected. */
  error(error: unknown): void;
}

/**
 * Returns a function that ends the exchange, like a client that disconnects.
 *
 * @throws TypeError if the body is locked
 */
export function exchange(
  listener: RequestListener,
  request: MemoryRequest,
  response: MemoryResponse,
): (reason?: unknown) => void {
  const { signal, body } = request;
  const reader = body === undefined || body instanceof Uint8Array ? undefined : body.getReader();
  const cancelBody = (reason: unknown): void => void reader?.cancel(reason).catch(ignore);
  if (signal?.aborted) {
    cancelBody(signal.reason);
    response.error(signal.reason);
    return ignore;
  }
  const socket = new MemorySocket(response, request.remoteAddress, request.isSecure);
  let isOver = false;
  let reasonToLeave: unknown;
  const leave = (reason: unknown = new Error('The client disconnected.')): void => {
    reasonToLeave ??= reason;
    socket.destroy();
  };
  const abort = (): void => leave(signal?.reason);
  const req = createIncoming(listener, request, socket, reader, leave);
  socket.on('error', ignore);
  socket.once('close', () => {
    if (isOver) {
      if (isDiscarding(socket)) cancelBody(undefined);
      return;
    }
    isOver = true;
    signal?.removeEventListener('abort', abort);
    // As a server does when a connection closes.
    req.destroy(connectionReset());
    if (reasonToLeave === undefined && socket.hasResponse) {
      response.end(trailersOf(res));
      return;
    }
    const error = reasonToLeave ?? new Error('The application cut the response.', { cause: socket.errored });
    cancelBody(error);
    response.error(error);
  });
  const res = createOutgoing(listener, req, socket);
  // The last write was consumed.
  res.once('finish', () => {
    if (socket.destroyed) return;
    isOver = true;
    signal?.removeEventListener('abort', abort);
    dropUnread(req, cancelBody);
    res.detachSocket(socket as never);
    response.end(trailersOf(res));
    // After the other `finish` listeners, and after the current write.
    nextTick(closeAfterFinish, res, socket);
  });
  signal?.addEventListener('abort', abort);
  try {
    const result = listener(req, res);
    if (isThenable(result)) {
      result.then(undefined, (error) => {
        if (isOver) throw error;
        leave(error);
      });
    }
  } catch (error) {
    leave(error);
  }
  return leave;
}

/** A server reads the rest of an unread body, so that `end` and `close` are emitted. */
function dropUnread(req: IncomingMessage, cancelBody: (reason: unknown) => void): void {
  if (req.readableFlowing !== null || req.readableDidRead) return;
  // Reading an empty body to its end costs time, and nothing listens.
  if (req.complete && req.listenerCount('close') === 0 && req.listenerCount('end') === 0) return;
  cancelBody(undefined);
  req.resume();
}

/** Whether `discardRest` is reading a body to its end to keep the connection. It replaces a method in the meantime. */
function isDiscarding(socket: MemorySocket): boolean {
  return Object.hasOwn(socket, 'destroySoon');
}

function closeAfterFinish(res: ServerResponse, socket: MemorySocket): void {
  emitClose(res);
  socket.destroy();
}

/** The error that Node gives a request whose connection closed. */
function connectionReset(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}

function ignore(): void {}
