/** @module Ends a connection because of an error, as Node's `socketOnError` does. */

import { STATUS_CODES } from 'node:http';
import type { NodeSocket } from '@nextpress-internal/internals/node';

/** An error like those of Node's parser. */
export interface ParseError extends Error {
  bytesParsed: number;
  code: string;
  reason: string;
  rawPacket?: Uint8Array;
}

/** FIN arrived in the middle of a message. */
export function endOfFileError(): ParseError {
  const reason = 'Invalid EOF state';
  return Object.assign(new Error('Parse Error'), { bytesParsed: 0, code: 'HPE_INVALID_EOF_STATE', reason });
}

/** Where Node's parser stops when a listener throws, and why. */
export interface Stop {
  readonly code: string;
  readonly reason: string;
  readonly bytesParsed: number;
}

/** A handler threw: the parser stops at the end of the head. */
export function stopAtHead(bytesParsed: number): Stop {
  return { code: 'HPE_CB_HEADERS_COMPLETE', reason: 'User callback error', bytesParsed };
}

/** A body reader threw: the parser stops at the end of a piece. */
export function stopInBody(bytesParsed: number): Stop {
  return { code: 'HPE_JS_EXCEPTION', reason: 'JS Exception', bytesParsed };
}

/** Bytes arrived after a stop. */
export function stoppedError(stop: Stop, rawPacket: Uint8Array): ParseError {
  return Object.assign(new Error(`Parse Error: ${stop.reason}`), { ...stop, rawPacket });
}

/** A body did not arrive within `requestTimeout`. */
export function requestTimeoutError(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

const BAD_REQUEST = bareResponse(400);
const REQUEST_TIMEOUT = bareResponse(408);

function bareResponse(status: number): Buffer {
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`, 'latin1');
}

const ignore = (): void => {};

export function onError(this: NodeSocket, error: Error): void {
  refuse(this, error);
}

/** The application can destroy a socket with any value. */
function isRequestTimeout(error: unknown): boolean {
  try {
    return (Object(error) as { code?: unknown }).code === 'ERR_HTTP_REQUEST_TIMEOUT';
  } catch {
    return false;
  }
}

/** Emits `clientError`. Without a listener, responds if the client can still understand a response, and destroys the socket. */
export function refuse(socket: NodeSocket, error: Error): void {
  socket.removeListener('error', onError);
  // Without a listener, the next error would crash the process.
  if (socket.listenerCount('error', ignore) === 0) socket.on('error', ignore);
  if (socket.server.emit('clientError', error, socket)) return;
  if (socket.writable && !socket._httpMessage?._headerSent) {
    socket.write(isRequestTimeout(error) ? REQUEST_TIMEOUT : BAD_REQUEST);
  }
  socket.destroy(error);
}
