/** @module The answer to what is no request, on a connection that ends with it. */

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that still writes may take to read the answer, in milliseconds. */
const LINGER_TIME = 2_000;
/** What it may send meanwhile, in bytes. */
const LINGER_BYTES = 1024 * 1024;

/** What the client is told. */
export interface BareAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Whether the client is too slow to be waited for. */
  readonly isLate?: boolean;
}

/** A server's socket, with what Node keeps of the exchange on it. Without that, it counts as having none. */
export type ServerSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** The connections that are being ended, with the count of bytes that is too much. */
const ending = new WeakMap<Socket, number>();

/**
 * Ends a connection with an answer, behind the answers to the good requests before it. A response that has begun to what
 * turns out to be broken is cut off instead. Called again for the same connection, it discards what has come, up to a bound.
 */
export function endWith(socket: Socket, answer: BareAnswer): void {
  const most = ending.get(socket);
  if (most === undefined) {
    ending.set(socket, socket.bytesRead + LINGER_BYTES);
    answerInTurn(socket, answer);
  } else if (socket.bytesRead > most) socket.destroy();
}

function answerInTurn(socket: ServerSocket, answer: BareAnswer): void {
  const pending = socket._httpMessage;
  // Only the newest request can be incomplete, and then the fault is in its body: nobody else will answer it.
  if (pending?.req.complete) pending.once('close', () => answerInTurn(socket, answer));
  else if (pending?.headersSent || !socket.writable) socket.destroy();
  else {
    socket.end(textOf(answer), 'latin1');
    // What may still come of a late request isn't to be served: its client has been told that it wasn't.
    if (answer.isLate) socket.destroySoon();
    else linger(socket);
  }
}

/** A socket that is destroyed with bytes unread is reset, and the client may lose the answer (RFC 9112 §9.6). */
function linger(socket: Socket): void {
  ending.set(socket, socket.bytesRead + LINGER_BYTES);
  const timer = setTimeout(() => socket.destroy(), LINGER_TIME);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroySoon());
  socket.resume();
}

function textOf({ status, code, message }: BareAnswer): string {
  const error = STATUS_CODES[status];
  const content = JSON.stringify({ status, error, code, message });
  return [
    `HTTP/1.1 ${status} ${error}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${content.length}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    '',
    content,
  ].join('\r\n');
}
