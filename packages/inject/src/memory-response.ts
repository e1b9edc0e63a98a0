/** @module A response of Node that is written without the framing of HTTP/1.1. */

import { type IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from './memory-request.ts';
import type { MemorySocket } from './memory-socket.ts';

/** Node's private members. */
interface NodeResponse extends ServerResponse {
  _closed: boolean;
  _trailer: string | undefined;
  _storeHeader(firstLine: string, headers: unknown): void;
}

const { _storeHeader } = ServerResponse.prototype as NodeResponse;

/** Node's record of whether `drain` is due. */
const NEED_DRAIN = Object.getOwnPropertySymbols(new OutgoingMessage()).find(
  ({ description }) => description === 'kNeedDrain',
) as symbol;

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
    // `writableNeedDrain` does not know of it in Bun.
    if (!Reflect.get(res, NEED_DRAIN) || res.writableEnded || res.destroyed) return;
    Reflect.set(res, NEED_DRAIN, false);
    res.emit('drain');
  });
  return res;
}

/** The end of the exchange ends the body, so nothing has to be framed. Trailers are allowed where HTTP/1.1 would have chunks. */
function storeHeader(this: NodeResponse, firstLine: string, headers: unknown): void {
  _storeHeader.call(this, firstLine, headers);
  this.chunkedEncoding = false;
}

/** What `addTrailers()` has made. */
export function trailersOf(res: ServerResponse): string {
  return (res as NodeResponse)._trailer ?? '';
}

/** A server does this when a response is complete. */
export function emitClose(res: ServerResponse): void {
  if ((res as NodeResponse)._closed) return;
  res.destroyed = true;
  (res as NodeResponse)._closed = true;
  res.emit('close');
}
