/** @module A slot in the pool. It holds one worker, or two during a replacement. */

import type { RestartDelay } from './restart-delay.ts';
import type { WorkerProcess } from './worker-process.ts';

export interface Slot {
  readonly number: number;
  readonly delay: RestartDelay;
  current: WorkerProcess | undefined;
  /** The successor of `current`, until it is ready. */
  next: WorkerProcess | undefined;
  /** Settles when the replacement is complete or failed. */
  replacement: Promise<boolean> | undefined;
  /** Starts a worker after a delay. */
  timer: NodeJS.Timeout | undefined;
  /** The worker is not replaced because of memory before this time (ms). */
  memoryPauseUntil: number;
}

/** All processes of the slots. */
export function processesOf(slots: readonly Slot[]): WorkerProcess[] {
  return slots.flatMap(({ current, next }) => [current, next].filter((worker) => worker !== undefined));
}
