/** @module Decides when to restart a worker, and when to give up. */

import type { ClusterSettings } from '../../cluster-options.ts';

/** The longest delay, in milliseconds, when no worker is serving: waiting longer would only prolong the outage. */
const LONGEST_OUTAGE = 1_000;

export class RestartDelay {
  readonly #settings: ClusterSettings['restart'];
  /** Consecutive exits. */
  #exits = 0;
  /** The times of failures before the worker was ready. */
  #failures: number[] = [];

  constructor(settings: ClusterSettings['restart']) {
    this.#settings = settings;
  }

  /** A worker in this slot is ready. */
  succeeded(): void {
    this.#failures = [];
  }

  /**
   * A worker in this slot exited.
   *
   * @param readyFor - how long it was ready, in milliseconds; `undefined` if it never was
   * @param now - the current time in milliseconds
   * @param isServed - whether another worker is ready, or soon will be
   * @returns the delay in milliseconds
   */
  exited(readyFor: number | undefined, now: number, isServed: boolean): number {
    const { delay, maxDelay, resetAfter, within } = this.#settings;
    if (readyFor !== undefined && readyFor >= resetAfter) this.#exits = 0;
    if (readyFor === undefined)
      this.#failures = [...this.#failures.filter((time) => now - time < within), now];
    const exits = this.#exits++;
    const limit = isServed ? maxDelay : Math.min(Math.max(delay, LONGEST_OUTAGE), maxDelay);
    return exits === 0 ? 0 : Math.min(delay * 2 ** (exits - 1), limit);
  }

  /** Whether the worker failed too often before it was ready. */
  get isCrashLoop(): boolean {
    return this.#failures.length >= this.#settings.maxFailures;
  }
}
