/** @module Finds workers whose event loop is blocked. */

import type { WorkerProcess } from './worker-process.ts';

export class HeartbeatMonitor {
  readonly #timer: NodeJS.Timeout;
  #lastCheck = performance.now();

  /**
   * @param timeout - milliseconds
   * @param interval - milliseconds between two checks
   * @param onBlocked - called with the milliseconds since the worker's last message
   */
  constructor(
    workers: () => readonly WorkerProcess[],
    timeout: number,
    interval: number,
    onBlocked: (worker: WorkerProcess, silence: number) => void,
  ) {
    this.#timer = setInterval(() => {
      const now = performance.now();
      const isLate = now - this.#lastCheck > interval * 2;
      this.#lastCheck = now;
      for (const worker of workers()) {
        // This process was itself suspended or blocked, and has not read its workers' messages yet.
        if (isLate) worker.lastSeen = now;
        else if (now - worker.lastSeen > timeout) onBlocked(worker, now - worker.lastSeen);
      }
    }, interval).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
