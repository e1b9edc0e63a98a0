/** @module One coarse timer for all connections of a server, instead of one each. */

import { AsyncResource } from 'node:async_hooks';
// Not the globals: a fake clock that is uninstalled would never tick again.
import { clearInterval, setImmediate, setInterval } from 'node:timers';
import type { NodeServer } from '@nextpress-internal/internals/node';
import { eraseReadBuffer } from '../request/read-buffer.ts';

const { nextTick } = process;

/** The longest interval between two ticks, in milliseconds. */
const SWEEP_INTERVAL = 1_000;

/** Members checked in one turn of the event loop. Checking 10,000 at once would delay responses by more than a millisecond. */
const SLICE = 500;

/** After this many ticks, clients' bytes are erased from the read buffer. */
const ERASE_INTERVAL = 60;

/** An incomplete head may wait for two ticks, which must be at most a tenth of its timeout. */
const MIN_TIMEOUT_IN_TICKS = 20;

function sweepInterval({ connectionsCheckingInterval = SWEEP_INTERVAL }: NodeServer): number {
  return Math.min(SWEEP_INTERVAL, connectionsCheckingInterval || SWEEP_INTERVAL);
}

/**
 * Whether an incomplete head may wait in the lane for the rest. Node's timeouts for it start at the hand-over, so with
 * short timeouts Node gets it at once.
 */
export function canCarryHeads(server: NodeServer): boolean {
  const shortest = Math.min(
    server.headersTimeout || Number.POSITIVE_INFINITY,
    server.requestTimeout || Number.POSITIVE_INFINITY,
  );
  return shortest >= MIN_TIMEOUT_IN_TICKS * sweepInterval(server);
}

export class Sweep<Member> {
  /** A clock that is free to read. */
  ticks = 0;
  readonly members: Set<Member> = new Set();
  readonly #server: NodeServer;
  readonly #check: (member: Member, interval: number) => void;
  readonly #scope = new AsyncResource('NextpressSweep');
  #timer: NodeJS.Timeout | undefined;

  /** @param check - called for each member on each tick, with the milliseconds between two ticks */
  constructor(server: NodeServer, check: (member: Member, interval: number) => void) {
    this.#server = server;
    this.#check = check;
  }

  add(member: Member): void {
    this.members.add(member);
    if (this.#timer === undefined) this.#start();
  }

  remove(member: Member): void {
    this.members.delete(member);
  }

  /** The timer does not keep the process alive. */
  #start(): void {
    const interval = sweepInterval(this.#server);
    // The timer must not capture a request's context.
    this.#scope.runInAsyncScope(() => {
      this.#timer = setInterval(() => this.#tick(interval), interval);
      this.#timer.unref();
    });
  }

  #tick(interval: number): void {
    this.ticks++;
    this.#checkSlice(this.members.values(), interval);
    if (this.ticks % ERASE_INTERVAL === 0 || this.members.size === 0) eraseReadBuffer();
    if (this.members.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Checks a slice of the members, and the rest in the next turns of the event loop. */
  #checkSlice(rest: Iterator<Member>, interval: number): void {
    for (let left = SLICE; left > 0; left--) {
      const { done, value } = rest.next();
      if (done) return;
      try {
        this.#check(value, interval);
      } catch (error) {
        // A listener that throws must not stop the checks of other connections.
        nextTick(() => {
          throw error;
        });
      }
    }
    setImmediate(() => this.#checkSlice(rest, interval));
  }
}
