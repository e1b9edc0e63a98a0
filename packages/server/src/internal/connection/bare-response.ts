/** @module Error responses for input that never became a request; the connection closes after them. */

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { lingerClose } from '@nextpress/body/discard-rest';
import { type OpenSocket, requireMembers, SERVER } from '@nextpress-internal/internals/node';
import { bodyFor } from '../responding/error-body.ts';

/** How long a client that is still writing may take to read the response, in milliseconds. */
const LINGER_TIME = 2_000;
/** How many bytes it may send meanwhile, or while earlier responses are pending. */
const LINGER_BYTES = 1024 * 1024;

export interface BareResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Whether the client exceeded a timeout: the connection then closes without reading the rest. */
  readonly isLate?: boolean;
}

requireMembers('@nextpress/server', SERVER);

/** Closing connections, with the value of `bytesRead` at which they are destroyed. */
const closing = new WeakMap<Socket, number>();

/**
 * Closes a connection with a response, after the responses to earlier requests. If a response to the invalid request itself has
 * started, it is cut off. Further calls for the connection discard incoming data, up to a limit.
 *
 * @param error - the parser's; the application gets it from the socket, as in Node
 */
export function closeWith(socket: Socket, response: BareResponse, error?: unknown): void {
  const limit = closing.get(socket);
  if (limit === undefined) {
    closing.set(socket, socket.bytesRead + LINGER_BYTES);
    respondInTurn(socket, response, error);
  } else if (socket.bytesRead > limit) destroyWith(socket, error);
}

function respondInTurn(socket: OpenSocket, response: BareResponse, error: unknown): void {
  const pending = socket._httpMessage;
  // Only the newest request can be incomplete. The error is then in its body, and no handler will respond.
  if (pending?.req.complete) pending.once('close', () => respondInTurn(socket, response, error));
  else if (pending?.headersSent || !socket.writable) destroyWith(socket, error);
  else {
    socket.write(format(response, socket), 'latin1');
    // The rest of a late request must not be served: its client already got the error.
    if (response.isLate || socket.readableEnded) endWith(socket, error);
    else {
      closing.set(socket, socket.bytesRead + LINGER_BYTES);
      lingerClose(socket, LINGER_TIME, () => destroyWith(socket, error));
      socket.once('end', () => endWith(socket, error)).resume();
    }
  }
}

/** Destroys a connection once everything is sent. */
function endWith(socket: Socket, error: unknown): void {
  if (socket.writableFinished) destroyWith(socket, error);
  else socket.once('finish', () => destroyWith(socket, error)).end();
}

/** Destroys a connection with an error, which may be any value. */
export function destroyWith(socket: Socket, error: unknown): void {
  try {
    socket.destroy(error as Error | undefined);
  } catch {
    // Node reads the stack of the error, which can throw.
    socket.destroy();
  }
}

function format(response: BareResponse, socket: Socket): string {
  const { status } = response;
  const { contentType, body } = bodyFor(socket, response);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'X-Content-Type-Options: nosniff',
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
