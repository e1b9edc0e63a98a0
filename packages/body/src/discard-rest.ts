/** @module What becomes of a body that nobody wants, when not all of it has arrived. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much of it is taken off the wire behind the answer, in bytes, so that the connection can be used again. */
const DISCARD_LIMIT = 4 * 1024 * 1024;

/** How much more is taken off a connection that has been half-closed, in bytes, so that the sender gets to read why. */
const LINGER_LIMIT = 64 * 1024 * 1024;

/** How long, in milliseconds. */
const LINGER_TIME = 10_000;

/**
 * Stops reading until the answer is out, then reads the rest to no purpose, so that the connection can be used again. Past
 * 4 MiB it is closed, of which the answer warns if the length is declared; and as a socket that is destroyed with bytes unread
 * is reset, and the answer may be lost with it, only the sending side is closed at first: the other is read for ten seconds
 * more, or 64 MiB (RFC 9112 §9.6). Nothing is kept, and nobody can keep a connection busy without an end.
 *
 * @param isLate - the sender is too slow to be waited for any longer: the connection is closed behind the answer
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
export function discardRest(req: IncomingMessage, res: ServerResponse, isLate: boolean): void {
  // The objects of serverless adapters have no connection to care for.
  if (req.complete || req.destroyed || typeof req.socket?.destroySoon !== 'function') {
    req.resume();
    return;
  }
  const isTooMuch = Number(req.headers['content-length']) > DISCARD_LIMIT;
  if ((isLate || isTooMuch) && !res.headersSent) res.setHeader('Connection', 'close');
  req.pause();
  // Node reads a request that nobody touched to its end, however far that is. From here on it has been touched.
  req.read(0);
  const end = isLate ? () => req.destroy() : new Rest(req).discard;
  if (res.writableFinished) end();
  else res.once('finish', end);
}

/** What closed a connection before the first rest on it: that of a pipelined body may begin before the one before has ended. */
const closers = new WeakMap<Socket, () => void>();

/** The rest of one body. */
class Rest {
  readonly #req: IncomingMessage;
  readonly #socket: Socket;
  readonly #destroySoon: () => void;
  #left = DISCARD_LIMIT;
  #isLingering = false;

  constructor(req: IncomingMessage) {
    const { socket } = req;
    this.#req = req;
    this.#socket = socket;
    this.#destroySoon = closers.get(socket) ?? socket.destroySoon;
    closers.set(socket, this.#destroySoon);
    // What the server calls behind the last response of a connection.
    socket.destroySoon = this.#linger;
    req.once('end', this.#leave).once('close', this.#leave);
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

  /** Closes the sending side, and the connection when the rest is there, or the time is up. */
  readonly #linger = (): void => {
    if (this.#isLingering) return;
    const socket = this.#socket;
    this.#isLingering = true;
    this.#left = LINGER_LIMIT;
    const timer = setTimeout(() => socket.destroy(), LINGER_TIME);
    socket.once('close', () => clearTimeout(timer));
    socket.end();
  };

  readonly #leave = (): void => {
    const socket = this.#socket;
    if (socket.destroySoon === this.#linger) socket.destroySoon = this.#destroySoon;
    if (this.#isLingering) socket.destroySoon();
  };
}
