import { EventEmitter } from 'node:events';
import type { ClusterSettings } from './cluster-options.ts';
import type { WorkerSettings } from './internal/messages.ts';
import type { ClusterMetrics } from './internal/primary/metrics.ts';
import { Pool } from './internal/primary/pool.ts';
import { handleSignals } from './internal/primary/stop-signals.ts';
import type { WorkerProcess, WorkerProgram } from './internal/primary/worker-process.ts';

/** A worker at the time of asking. */
export interface WorkerInfo {
  /** Counts all workers that were started, from 1. */
  readonly id: number;
  readonly pid: number;
  /** The number of its place, from 0. A restarted worker has the place of its predecessor. */
  readonly slot: number;
  readonly state: 'starting' | 'ready' | 'closing' | 'exited';
  /** Resident set size in bytes, as of its last heartbeat; 0 before the first. */
  readonly memory: number;
}

/** How a worker has exited. */
export interface WorkerExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
  /** Whether the cluster closed it. */
  readonly isExpected: boolean;
}

/** The events of a {@link Cluster}. Those from before `startCluster` resolves are emitted right after it. */
export interface ClusterEvents {
  /** A worker is ready. */
  ready: [worker: WorkerInfo];
  /** A worker has exited. */
  exit: [worker: WorkerInfo, exit: WorkerExitInfo];
  /** A worker has called `process.send()`. */
  message: [worker: WorkerInfo, message: unknown];
  /** The cluster has stopped, because workers crash before they are ready. Without a listener the process exits with code 1. */
  error: [error: Error];
}

/** The workers of this process. */
export class Cluster extends EventEmitter<ClusterEvents> {
  #pool!: Pool;
  readonly #releaseSignals: () => void;
  readonly #started: Promise<void>;
  /** Events before the start is complete, when user code cannot have listeners yet. */
  #early: (() => void)[] | undefined = [];

  /** @internal */
  constructor(
    settings: ClusterSettings,
    program: WorkerProgram,
    use: Pick<WorkerSettings, 'isServed' | 'reusePort'>,
  ) {
    super();
    this.#started = new Promise((resolve, reject) => {
      this.#pool = new Pool(settings, program, use, {
        onReady: (worker) => {
          this.#tell(() => this.emit('ready', infoOf(worker)));
          const isReady = ({ state }: WorkerInfo): boolean => state === 'ready';
          if (this.workers.filter(isReady).length >= settings.workers) resolve(this.#start());
        },
        onExit: (worker, exit) => this.#tell(() => this.emit('exit', infoOf(worker), exit)),
        onMessage: (worker, message) => this.#tell(() => this.emit('message', infoOf(worker), message)),
        onCrashLoop: (error) => {
          if (this.#early === undefined) return this.#stopped(error);
          // The program may go on without a cluster.
          void this.close().then(() => reject(error));
        },
      });
    });
    this.#releaseSignals = handleSignals(this.#pool, settings);
    this.#pool.start();
  }

  /** @internal Resolves when all workers are ready; rejects when they crash before, and all have exited. */
  get started(): Promise<void> {
    return this.#started;
  }

  /** The workers that have not exited, those that are starting or closing included. */
  get workers(): readonly WorkerInfo[] {
    return this.#pool.workers.map(infoOf);
  }

  /**
   * Replaces all workers, one after the other: each new one is ready before the old one closes. Rejects when a new worker is not
   * ready; the others keep running.
   */
  reload(): Promise<void> {
    return this.#pool.reload();
  }

  /** Closes all workers; resolves when they have exited. */
  async close(): Promise<void> {
    await this.#pool.close();
    this.#releaseSignals();
  }

  /** Asks all workers for their metrics and sums them. */
  metrics(): Promise<ClusterMetrics> {
    return this.#pool.metrics();
  }

  #tell(emit: () => void): void {
    if (this.#early === undefined) emit();
    else this.#early.push(emit);
  }

  /** User code that has waited for the start adds its listeners before the next turn of the event loop. */
  #start(): void {
    setImmediate(() => {
      const early = this.#early ?? [];
      this.#early = undefined;
      for (const emit of early) emit();
    });
  }

  /** The pool has logged the error. */
  #stopped(error: Error): void {
    if (this.listenerCount('error') > 0) this.emit('error', error);
    else void this.close().then(() => process.exit(1));
  }
}

function infoOf({ id, pid, slot, state, rss }: WorkerProcess): WorkerInfo {
  return { id, pid, slot, state, memory: rss };
}
