/** @module An HTTP/2 connection: its pending responses, idle time and shutdown. */

import type { ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { sentBytes } from '@nextpress/semantics/sent-bytes';
import type { OpenSocket } from '@nextpress-internal/internals/node';
import { ProgressWatch } from './progress-watch.ts';
import type { StreamOwner } from './stream-owner.ts';
import { UnsentBodies } from './unsent-bodies.ts';

/** How long a client may ignore that its connection is closing (ms). */
const END_TIME = 2_000;

/** How many sent bytes count as progress: more than the SETTINGS and acknowledgments sent to a client that reads nothing. */
const PROGRESS_UNIT = 4_096;

/** Timeouts in milliseconds; 0 disables one. */
export interface SessionLimits {
  /** How long a connection may stay open without a pending response. */
  readonly idleTimeout: number;
  /** How long a head may take to arrive. */
  readonly headersTimeout: number;
  /** How long a response may stall because the client does not read. */
  readonly sendTimeout: number;
  readonly maxHeaderListSize: number;
}

export class OpenSession implements StreamOwner {
  readonly session: ServerHttp2Session;
  readonly socket: Socket;
  /**
   * Unsent responses. A Set would allocate a new table every few requests, and V8 keeps the old tables, with their responses,
   * until the next full collection: they took a third of all memory, and the array takes a tenth.
   */
  readonly pending: ServerResponse[] = [];
  readonly unsent: UnsentBodies = new UnsentBodies();
  readonly maxHeaderListSize: number;
  readonly #idle: NodeJS.Timeout | undefined;
  readonly #watches: readonly ProgressWatch[];
  #ending: NodeJS.Timeout | undefined;

  constructor(session: ServerHttp2Session, socket: Socket, limits: SessionLimits) {
    this.session = session;
    this.socket = socket;
    const { idleTimeout, headersTimeout, sendTimeout, maxHeaderListSize } = limits;
    this.maxHeaderListSize = maxHeaderListSize;
    this.#idle = idleTimeout > 0 ? setTimeout(() => this.endIdle(), idleTimeout).unref() : undefined;
    const progress = (): string => progressOf(session, socket);
    this.#watches = [
      // Half of the time before asking the client, the other half for its acknowledgment.
      new ProgressWatch(headersTimeout / 2, progress, () => this.#requireAcknowledgment()),
      new ProgressWatch(sendTimeout, progress, () => this.#resetUnread()),
    ];
    // Node then closes the session.
    session.on('goaway', () => this.#limitEnd());
    session.on('close', () => {
      clearTimeout(this.#idle);
      for (const watch of this.#watches) watch.stop();
      clearTimeout(this.#ending);
    });
  }

  /** Called when the stream of a response has closed. */
  closed(res: ServerResponse): void {
    const { pending } = this;
    const last = pending.pop() as ServerResponse;
    if (last !== res) pending[pending.indexOf(res)] = last;
    if (pending.length > 0) return;
    if (this.session.closed) this.#limitEnd();
    else this.#idle?.refresh();
  }

  /** Sends GOAWAY. The connection closes after its last response (RFC 9113 §6.8). */
  end(): void {
    this.session.close();
    this.#limitEnd();
  }

  endIdle(): void {
    if (this.pending.length === 0) this.end();
  }

  /** Destroys the connection of a client that ignores GOAWAY or the close, once the kernel has taken the last bytes. */
  #limitEnd(): void {
    if (this.pending.length > 0 || this.#ending !== undefined) return;
    this.#ending = setTimeout(() => {
      this.#ending = undefined;
      if (queuedBytes(this.socket) > 0) this.#limitEnd();
      // A request that was already in transit is still served. Its response calls this method again.
      else if (this.pending.length === 0) this.socket.destroy();
    }, END_TIME).unref();
  }

  /**
   * Clients must acknowledge SETTINGS (RFC 9113 §6.5.3) even after GOAWAY, when Node sends no PING. A client cannot if it has
   * disconnected or not finished a head, or if Node 20 has silently abandoned the session after an invalid frame.
   */
  #requireAcknowledgment(): void {
    const { session, socket } = this;
    if (session.destroyed || queuedBytes(socket) > 0) return;
    if (session.pendingSettingsAck) socket.destroy();
    else session.settings({});
  }

  #resetUnread(): void {
    if (queuedBytes(this.socket) > 0) this.socket.destroy();
    for (const res of [...this.pending]) if (res.writableLength > 0) res.destroy();
  }
}

/**
 * Changes when a body makes progress in either direction. The windows alone are not enough: a client that reads as much as it
 * allows returns to the same window. A destroyed session has an empty state.
 */
function progressOf({ state }: ServerHttp2Session, socket: Socket): string {
  const { effectiveRecvDataLength, localWindowSize, remoteWindowSize } = state;
  const sentUnits = Math.floor(sentBytes(socket) / PROGRESS_UNIT);
  return [effectiveRecvDataLength, localWindowSize, remoteWindowSize, queuedBytes(socket), sentUnits].join();
}

/** Bytes that the kernel has not taken because the client does not read. */
function queuedBytes({ _handle }: OpenSocket): number {
  return _handle?.writeQueueSize ?? 0;
}
