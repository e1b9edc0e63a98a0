/** @module One coarse timer for all connections of a server: what Node does with a timer for each. */

import { AsyncResource } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
// The system's: a fake clock that goes away again would never tick.
import { clearInterval, setInterval } from 'node:timers';
import { PARTIAL, SILENT } from '../head/outcome.ts';
import type { NodeServer } from '../node/node-internals.ts';
import { forgetRead } from '../request/read-buffer.ts';
import { refuse, requestTimeoutError } from '../request/refuse.ts';
import type { Connection } from './connection.ts';
import { handOver } from './hand-over.ts';
import { idleTimeout } from './idle-timeout.ts';
import type { Lane } from './lane.ts';
import { rethrow } from './uncaught.ts';

/** The time between two ticks, in milliseconds; a server that checks its connections more often than that is followed. */
const SWEEP_INTERVAL = 1_000;

/** After so many ticks what is remembered of clients is forgotten. */
const FORGET_INTERVAL = 60;

/** The two ticks that an unfinished head may wait are at most a tenth of the time-out for it. */
const MIN_TIMEOUT_IN_TICKS = 20;

/** The time between two ticks for that server, in milliseconds. */
function sweepInterval({ connectionsCheckingInterval = SWEEP_INTERVAL }: NodeServer): number {
  return Math.min(SWEEP_INTERVAL, connectionsCheckingInterval || SWEEP_INTERVAL);
}

/**
 * Whether an unfinished head may wait in the lane for its rest, for up to two ticks. Node's time-outs for it begin at the hand-over,
 * so a server with short ones gets it at once.
 */
export function canCarryHeads(server: NodeServer): boolean {
  const shortest = Math.min(
    server.headersTimeout || Number.POSITIVE_INFINITY,
    server.requestTimeout || Number.POSITIVE_INFINITY,
  );
  return shortest >= MIN_TIMEOUT_IN_TICKS * sweepInterval(server);
}

export class Sweep {
  /** How often it has ticked: a clock that costs nothing to read. */
  ticks = 0;
  readonly #lane: Lane;
  readonly #scope = new AsyncResource('NextpressSweep');
  #timer: NodeJS.Timeout | undefined;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  /** Ticks as long as there are connections; it doesn't keep the process alive. */
  start(): void {
    if (this.#timer !== undefined) return;
    const interval = sweepInterval(this.#lane.server);
    // In no request's context, whoever makes it necessary.
    this.#scope.runInAsyncScope(() => {
      this.#timer = setInterval(() => this.#tick(interval), interval);
      this.#timer.unref();
    });
  }

  #tick(interval: number): void {
    this.ticks++;
    for (const connection of this.#lane.connections) {
      try {
        if (connection.socket.destroyed || connection.queue.isSentAway) this.#lane.leave(connection);
        else this.#check(connection, interval);
      } catch (error) {
        // A listener that throws takes nothing from the connections behind its own.
        process.nextTick(rethrow, error);
      }
    }
    if (this.ticks % FORGET_INTERVAL === 0 || this.#lane.connections.size === 0) {
      forgetRead();
    }
    if (this.#lane.connections.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(connection: Connection, interval: number): void {
    // What has begun within a tick has an age of 1 at its end: a whole tick has passed at 2.
    const age = this.ticks - connection.since;
    if (connection.bodies.current !== null || connection.bodies.stop !== undefined) {
      this.#checkBody(connection);
      if (connection.queue.isEmpty) this.#checkIdle(connection, (age - 1) * interval);
    } else if (connection.isFresh || !connection.held.isEmpty) {
      if (age > 1 && connection.queue.isEmpty && connection.held.reason === PARTIAL)
        handOver(connection, SILENT);
    } else if (connection.queue.isEmpty) this.#checkIdle(connection, (age - 1) * interval);
  }

  #checkBody(connection: Connection): void {
    const { requestTimeout } = this.#lane.server;
    const { bodies } = connection;
    if (!(requestTimeout > 0) || performance.now() - bodies.since < requestTimeout) return;
    // Once is enough, whatever a listener for it does.
    bodies.since = Number.POSITIVE_INFINITY;
    connection.scope.runInAsyncScope(refuse, undefined, connection.socket, requestTimeoutError());
  }

  /** @param idleFor - at least so many milliseconds */
  #checkIdle(connection: Connection, idleFor: number): void {
    // Somebody's own time-out stands.
    if (connection.socket.timeout !== undefined) return;
    const timeout = idleTimeout(this.#lane.server);
    if (timeout === 0 || idleFor < timeout) return;
    // Once, until something happens again.
    connection.since = Number.POSITIVE_INFINITY;
    connection.scope.runInAsyncScope(connection.socket.emit, connection.socket, 'timeout');
  }
}
