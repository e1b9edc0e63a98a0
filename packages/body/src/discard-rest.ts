/** @module Discards the rest of a rejected body, so that the client can read the response. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { REFUSE_CONTINUE } from '@nextpress-internal/internals/keys';

/** Bytes to read and discard after the response before the connection is closed. */
const DISCARD_LIMIT = 4 * 1024 * 1024;

/** Bytes to read and discard after the sending side was closed. */
const LINGER_LIMIT = 64 * 1024 * 1024;

/** Milliseconds until a half-closed connection is destroyed. */
const LINGER_TIMEOUT = 10_000;

type Refusable = IncomingMessage & { [REFUSE_CONTINUE]?: () => void };

/**
 * Stops reading the request until the response has been sent, then reads and discards the rest, so that the connection can
 * be used for further requests.
 *
 * If more than 4 MiB follow, the connection is closed: first its sending side, and after ten seconds or 64 MiB the
 * other, because closing a socket with unread bytes may lose the response (RFC 9112 §9.6). If `Content-Length`
 * announces more than 4 MiB, the response gets `Connection: close`.
 *
 * @param isTooSlow - closes the connection as soon as the response has been sent
 *
 * @example
 * import { createServer } from 'node:http';
 * import { discardRest } from '@nextpress/body/discard-rest';
 *
 * createServer((req, res) => {
 *   discardRest(req, res, false);
 *   res.writeHead(413).end('No files today.');
 * });
 */
export function discardRest(req: IncomingMessage, res: ServerResponse, isTooSlow: boolean): void {
  // Requests from serverless adapters have no socket.
  if (req.complete || req.destroyed || typeof req.socket?.destroySoon !== 'function') {
    req.resume();
    return;
  }
  (req as Refusable)[REFUSE_CONTINUE]?.();
  const isTooLong = Number(req.headers['content-length']) > DISCARD_LIMIT;
  if ((isTooSlow || isTooLong) && !res.headersSent) res.setHeader('Connection', 'close');
  req.pause();
  // After the response, Node reads an untouched request to its end, without a limit. This read prevents that.
  req.read(0);
  const end = isTooSlow ? () => req.destroy() : new DiscardedBody(req).discard;
  if (res.writableFinished) end();
  else res.once('finish', end);
}

/** The sockets' original `destroySoon`: with pipelining, a body can be rejected before the previous one has ended. */
const originalDestroySoon = new WeakMap<Socket, () => void>();

class DiscardedBody {
  readonly #req: IncomingMessage;
  readonly #socket: Socket;
  readonly #destroySoon: () => void;
  #left = DISCARD_LIMIT;
  #isLingering = false;

  constructor(req: IncomingMessage) {
    const { socket } = req;
    this.#req = req;
    this.#socket = socket;
    this.#destroySoon = originalDestroySoon.get(socket) ?? socket.destroySoon;
    originalDestroySoon.set(socket, this.#destroySoon);
    // Node calls this after a connection's last response.
    socket.destroySoon = this.#linger;
    req.once('end', this.#restore).once('close', this.#restore);
  }

  readonly discard = (): void => {
    this.#req.on('data', this.#count).resume();
  };

  readonly #count = (chunk: Buffer): void => {
    this.#left -= chunk.length;
    if (this.#left >= 0) return;
    if (this.#isLingering) this.#socket.destroy();
    else this.#linger();
  };

  /** Closes the sending side. The socket is destroyed after the rest of the body, or when a limit is reached. */
  readonly #linger = (): void => {
    if (this.#isLingering) return;
    const socket = this.#socket;
    this.#isLingering = true;
    this.#left = LINGER_LIMIT;
    lingerClose(socket, LINGER_TIMEOUT);
  };

  readonly #restore = (): void => {
    const socket = this.#socket;
    if (socket.destroySoon === this.#linger) socket.destroySoon = this.#destroySoon;
    if (this.#isLingering) socket.destroySoon();
  };
}

/**
 * Closes the sending side of a connection, and destroys the connection after `timeout` ms unless the client closes it
 * first.
 *
 * @param destroy - destroys the connection; by default without an error
 */
export function lingerClose(
  socket: Socket,
  timeout: number,
  destroy: () => void = () => socket.destroy(),
): void {
  const timer = setTimeout(destroy, timeout);
  socket.once('close', () => clearTimeout(timer));
  socket.end();
}
