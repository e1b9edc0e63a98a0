/** @module Sums the metrics of all workers. */

import type { Numbers, WorkerMessage } from '../messages.ts';
import type { WorkerProcess } from './worker-process.ts';

/** The metrics of one worker. */
export interface WorkerMetrics {
  readonly id: number;
  readonly pid: number;
  readonly counters: Readonly<Numbers>;
  readonly gauges: Readonly<Numbers>;
}

/** The result of `metrics()`. */
export interface ClusterMetrics {
  /** Sums by name, including workers that have exited. */
  readonly counters: Readonly<Numbers>;
  /** Sums by name over the running workers. */
  readonly gauges: Readonly<Numbers>;
  readonly workers: readonly WorkerMetrics[];
  /** IDs of workers that did not respond within a second. Their counters are those of their last heartbeat. */
  readonly missing: readonly number[];
}

type Measured = WorkerMessage & { nextpressCluster: 'measured' };

/** How long to wait for a worker's metrics, in milliseconds. */
const TIME_LIMIT = 1_000;

export class Metrics {
  /** Counters of workers that have exited. */
  readonly #retired: Numbers = {};
  readonly #waiting = new Map<number, (message: Measured | undefined) => void>();
  #sequence = 0;

  retire({ counters }: WorkerProcess): void {
    add(this.#retired, counters);
  }

  receive(message: Measured): void {
    this.#waiting.get(message.sequence)?.(message);
  }

  /** @throws Error if a worker could not read its metrics */
  async collect(workers: readonly WorkerProcess[]): Promise<ClusterMetrics> {
    const retired = { ...this.#retired };
    const measured = await Promise.all(workers.map((worker) => this.#measure(worker)));
    const counters: Numbers = retired;
    const gauges: Numbers = {};
    const missing: number[] = [];
    const rows = workers.map((worker, index): WorkerMetrics => {
      const { id, pid } = worker;
      const message = measured[index];
      if (message?.error !== undefined)
        throw new Error(`Worker ${id} can't report metrics: ${message.error}`);
      if (message === undefined) missing.push(id);
      else worker.counters = message.counters;
      const row = { id, pid, counters: worker.counters, gauges: message?.gauges ?? {} };
      add(counters, row.counters);
      add(gauges, row.gauges);
      return row;
    });
    return { counters, gauges, workers: rows, missing };
  }

  #measure(worker: WorkerProcess): Promise<Measured | undefined> {
    const sequence = ++this.#sequence;
    return new Promise((resolve) => {
      const settle = (message: Measured | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(sequence);
        resolve(message);
      };
      const timer = setTimeout(settle, TIME_LIMIT, undefined);
      this.#waiting.set(sequence, settle);
      worker.send({ nextpressCluster: 'measure', sequence });
    });
  }
}

function add(sum: Numbers, numbers: Readonly<Numbers>): void {
  for (const [name, value] of Object.entries(numbers)) sum[name] = (sum[name] ?? 0) + value;
}
