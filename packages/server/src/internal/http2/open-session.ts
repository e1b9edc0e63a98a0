/** @module One HTTP/2 connection: its pending responses, its idle time, and its end. */

import type { ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { UnsentBodies } from './unsent-bodies.ts';

/** How long, in milliseconds, a client may ignore that its connection ends. */
const END_TIME = 2_000;

/** Milliseconds; 0 for no limit. */
export interface SessionLimits {
  /** How long a connection may have no pending response. */
  readonly idleTimeout: number;
  /** How long a client may take to acknowledge SETTINGS, or to read a byte of a response that waits for it. */
  readonly responseTime: number;
}

/** A socket with Node's private record of its queue. */
type QueuedSocket = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

export class OpenSession {
  readonly session: ServerHttp2Session;
  readonly socket: Socket;
  /** The responses that have not been sent. */
  readonly pending: Set<ServerResponse> = new Set();
  readonly unsent: UnsentBodies = new UnsentBodies();
  readonly #idle: NodeJS.Timeout | undefined;
  readonly #watch: NodeJS.Timeout | undefined;
  #ending: NodeJS.Timeout | undefined;
  #progress: string;

  constructor(session: ServerHttp2Session, socket: Socket, { idleTimeout, responseTime }: SessionLimits) {
    this.session = session;
    this.socket = socket;
    this.#progress = progressOf(session, socket);
    this.#idle = idleTimeout > 0 ? setTimeout(() => this.endIdle(), idleTimeout).unref() : undefined;
    this.#watch = responseTime > 0 ? setInterval(() => this.#check(), responseTime).unref() : undefined;
    // Node then closes the session.
    session.on('goaway', () => this.#limitEnd());
    session.on('close', () => {
      clearTimeout(this.#idle);
      clearInterval(this.#watch);
      clearTimeout(this.#ending);
    });
  }

  /** A response has been sent, or its stream has been reset. */
  completed(res: ServerResponse): void {
    this.pending.delete(res);
    if (this.pending.size > 0) return;
    if (this.session.closed) this.#limitEnd();
    else this.#idle?.refresh();
  }

  /** Sends GOAWAY. The connection ends with its last response (RFC 9113 §6.8). */
  end(): void {
    this.session.close();
    this.#limitEnd();
  }

  endIdle(): void {
    if (this.pending.size === 0) this.end();
  }

  /** Cuts the connection of a client that ignores GOAWAY or the end of the connection, when the kernel has taken the last bytes. */
  #limitEnd(): void {
    if (this.pending.size > 0 || this.#ending !== undefined) return;
    this.#ending = setTimeout(() => {
      this.#ending = undefined;
      if (queuedBytes(this.socket) > 0) this.#limitEnd();
      // A request that was on its way is served. Its response calls this method again.
      else if (this.pending.size === 0) this.socket.destroy();
    }, END_TIME).unref();
  }

  /**
   * Between two checks a client has to acknowledge SETTINGS (RFC 9113 §6.5.3), also after GOAWAY, when Node sends no PING. It cannot when
   * it has left, when it has not finished a head, or when Node 20 has silently given up the session because of an invalid frame.
   */
  #check(): void {
    const { session, socket } = this;
    const progress = progressOf(session, socket);
    const isStalled = progress === this.#progress;
    this.#progress = progress;
    if (!isStalled) return;
    if (session.destroyed || session.pendingSettingsAck) socket.destroy();
    else {
      for (const res of this.pending) if (res.writableLength > 0) res.destroy();
      session.settings({});
    }
  }
}

/** Changes when a body makes progress, in either direction. The state of a destroyed session is empty. */
function progressOf({ state }: ServerHttp2Session, socket: Socket): string {
  const { effectiveRecvDataLength, localWindowSize, remoteWindowSize } = state;
  return [effectiveRecvDataLength, localWindowSize, remoteWindowSize, queuedBytes(socket)].join();
}

/** The bytes that the kernel has not taken, because the client does not read. */
function queuedBytes({ _handle }: QueuedSocket): number {
  return _handle?.writeQueueSize ?? 0;
}
