/** @module A Node response that is written without HTTP/1.1 framing. */

import { type IncomingMessage, ServerResponse } from 'node:http';
import { NEED_DRAIN, type NodeResponse } from '@nextpress-internal/internals/node';
import type { RequestListener } from './memory-request.ts';
import type { MemorySocket } from './memory-socket.ts';

const { _storeHeader } = ServerResponse.prototype as NodeResponse;

export function createOutgoing(
  listener: RequestListener,
  req: IncomingMessage,
  socket: MemorySocket,
): ServerResponse {
  const Message = (
    listener.response instanceof ServerResponse ? listener.response.constructor : ServerResponse
  ) as typeof ServerResponse;
  const res = new Message(req) as NodeResponse;
  res._storeHeader = storeHeader;
  res.assignSocket(socket as never);
  socket.on('drain', () => {
    // Bun's `writableNeedDrain` ignores it.
    if (!res[NEED_DRAIN] || res.writableEnded || res.destroyed) return;
    res[NEED_DRAIN] = false;
    res.emit('drain');
  });
  return res;
}

/**
 * The end of the exchange ends the body, so no framing is needed. Trailers are allowed where HTTP/1.1 would use chunks.
 */
function storeHeader(this: NodeResponse, ...head: Parameters<NodeResponse['_storeHeader']>): void {
  _storeHeader.apply(this, head);
  this.chunkedEncoding = false;
}

/** The trailers set by `addTrailers()`. */
export function trailersOf(res: ServerResponse): string {
  return (res as NodeResponse)._trailer ?? '';
}

/** As a server does when a response is complete. */
export function emitClose(res: ServerResponse): void {
  if ((res as NodeResponse)._closed) return;
  Object.assign(res, { destroyed: true, _closed: true });
  res.emit('close');
}
