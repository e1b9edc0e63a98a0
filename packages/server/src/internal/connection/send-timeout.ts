/**
 * @module Cuts connections whose client has stopped reading a response, which would otherwise stay in memory forever, and those on which
 * further requests wait for a stalled response: while the server does not read, it cannot notice that the
 * client has disconnected.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clearInterval, setInterval } from 'node:timers';
import { begunRequests, newestResponse } from '@nextpress/lifecycle';
import { sentBytes } from '@nextpress/semantics/sent-bytes';
import type { OpenSocket } from '@nextpress-internal/internals/node';

/** Checks per timeout. A connection is cut at most one interval late. */
export const CHECKS = 10;

/** How much a connection has sent, and for how many checks that number has not changed. */
interface Progress {
  readonly sent: number;
  checks: number;
}

/** @param timeout - in milliseconds; 0 for no limit */
export function cutStalled(server: Server, sockets: Iterable<Socket>, timeout: number): void {
  if (timeout === 0) return;
  const check = new StallCheck(server, sockets);
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer ??= setInterval(() => check.run(), timeout / CHECKS).unref();
  });
  // Emitted after the last connection has closed.
  server.on('close', () => {
    clearInterval(timer);
    timer = undefined;
  });
}

export class StallCheck {
  readonly #server: Server;
  readonly #sockets: Iterable<Socket>;
  readonly #progress = new WeakMap<Socket, Progress>();

  constructor(server: Server, sockets: Iterable<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
  }

  /** Cuts each connection with pending responses that has sent nothing during the last {@link CHECKS} checks. */
  run(): void {
    const begun = begunRequests(this.#server);
    for (const socket of this.#sockets) {
      if (!mayStall(socket, begun)) this.#progress.delete(socket);
      else if (this.#isStalled(socket)) socket.destroy();
    }
  }

  /** Counts checks rather than milliseconds, so that clients don't lose the time during which the process was suspended. */
  #isStalled(socket: Socket): boolean {
    const sent = sentBytes(socket);
    const last = this.#progress.get(socket);
    if (last?.sent === sent) return ++last.checks >= CHECKS;
    this.#progress.set(socket, { sent, checks: 0 });
    return false;
  }
}

/** Whether something is unsent, or further requests wait for the oldest response. An upgraded connection has none. */
function mayStall(socket: OpenSocket, begun: ReadonlySet<object>): boolean {
  const { _httpMessage: oldest, writableLength } = socket;
  if (!oldest) return false;
  return writableLength > 0 || begun.has(socket) || newestResponse(socket) !== oldest;
}
