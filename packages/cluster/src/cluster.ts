import { EventEmitter } from 'node:events';
import type { ClusterSettings } from './cluster-options.ts';
import type { WorkerSettings } from './internal/messages.ts';
import type { ClusterMetrics } from './internal/primary/metrics.ts';
import { Pool } from './internal/primary/pool.ts';
import { handleSignals } from './internal/primary/stop-signals.ts';
import type { WorkerProcess, WorkerProgram } from './internal/primary/worker-process.ts';

/** A snapshot of a worker. */
export interface WorkerInfo {
  /** The worker's number, from 1, counting every worker that was ever started. */
  readonly id: number;
  readonly pid: number;
  /** The worker's slot, from 0. A restarted worker gets its predecessor's slot. */
  readonly slot: number;
  readonly state: 'starting' | 'ready' | 'closing' | 'exited';
  /** Resident set size in bytes at its last heartbeat; 0 before the first. */
  readonly memory: number;
}

/** How a worker exited. */
export interface WorkerExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
  /** Whether the cluster closed it. */
  readonly isExpected: boolean;
}

/** The events of a {@link Cluster}. Events from before `startCluster` resolves are emitted right after. */
export interface ClusterEvents {
  /** A worker is ready. */
  ready: [worker: WorkerInfo];
  /** A worker exited. */
  exit: [worker: WorkerInfo, exit: WorkerExitInfo];
  /** A worker called `process.send()`. */
  message: [worker: WorkerInfo, message: unknown];
  /**
   * The cluster stopped, because its workers crash before they are ready. Without a listener the process exits with
   * code 1.
   */
  error: [error: Error];
}

/** The workers that this process started. */
export class Cluster extends EventEmitter<ClusterEvents> {
  #pool!: Pool;
  readonly #releaseSignals: () => void;
  readonly #started: Promise<void>;
  /** Events from before the start is complete, when the application cannot have listeners yet. */
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
          // The program may continue without a cluster.
          void this.close().then(() => reject(error));
        },
      });
    });
    this.#releaseSignals = handleSignals(this.#pool, settings);
    this.#pool.start();
  }

  /** @internal Resolves when all workers are ready; rejects once all have exited, if they crash before that. */
  get started(): Promise<void> {
    return this.#started;
  }

  /** The workers that have not exited, including those starting or closing. */
  get workers(): readonly WorkerInfo[] {
    return this.#pool.workers.map(infoOf);
  }

  /**
   * Replaces all workers, one after another: each new one is ready before the old one closes. Rejects when a new worker
   * does not get ready; the others keep running.
   */
  reload(): Promise<void> {
    return this.#pool.reload();
  }

  /** Closes all workers; resolves when they have exited. */
  async close(): Promise<void> {
    await this.#pool.close();
    this.#releaseSignals();
  }

  /** Collects the metrics of all workers and sums them. */
  metrics(): Promise<ClusterMetrics> {
    return this.#pool.metrics();
  }

  #tell(emit: () => void): void {
    if (this.#early === undefined) emit();
    else this.#early.push(emit);
  }

  /** An application that awaits the start adds its listeners before the next turn of the event loop. */
  #start(): void {
    setImmediate(() => {
      const early = this.#early ?? [];
      this.#early = undefined;
      for (const emit of early) emit();
    });
  }

  /** The pool has already logged the error. */
  #stopped(error: Error): void {
    if (this.listenerCount('error') > 0) this.emit('error', error);
    else void this.close().then(() => process.exit(1));
  }
}

function infoOf({ id, pid, slot, state, rss }: WorkerProcess): WorkerInfo {
  return { id, pid, slot, state, memory: rss };
}
