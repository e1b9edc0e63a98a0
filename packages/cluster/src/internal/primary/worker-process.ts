/** @module One process of the pool, from the primary's side. */

import cluster, { type Worker } from 'node:cluster';
import {
  type CloseReason,
  isClusterMessage,
  type Numbers,
  type PrimaryMessage,
  SETTINGS_VARIABLE,
  type WorkerMessage,
  type WorkerSettings,
} from '../messages.ts';
import type { Connection, Receiver } from './shared-port.ts';

/** How a worker exited. */
export interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** How to start a worker. */
export interface WorkerProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Called by a {@link WorkerProcess}. */
export interface WorkerListener {
  onReady(worker: WorkerProcess): void;
  onMessage(worker: WorkerProcess, message: WorkerMessage): void;
  onUserMessage(worker: WorkerProcess, message: unknown): void;
  onExit(worker: WorkerProcess, exit: WorkerExit): void;
}

interface Delivery {
  readonly connection: Connection;
  readonly giveBack: () => void;
}

/** How long after the grace period a worker may take to exit on its own. */
const EXIT_MARGIN = 1_000;

export class WorkerProcess implements Receiver {
  readonly id: number;
  readonly pid: number;
  readonly slot: number;
  readonly startedAt: number = performance.now();
  readyAt: number | undefined;
  lastSeen: number = performance.now();
  /** Resident set size in bytes; 0 before the first heartbeat. */
  rss = 0;
  counters: Numbers = {};
  /** Connections still open when it exited at the end of the grace period. */
  cut = 0;
  state: 'starting' | 'ready' | 'closing' | 'exited' = 'starting';
  /** Resolves to `true` when the worker is ready, to `false` if it exits first. */
  readonly started: Promise<boolean>;
  readonly exited: Promise<void>;
  readonly #worker: Worker;
  readonly #listener: WorkerListener;
  readonly #deliveries = new Map<number, Delivery>();
  #sequence = 0;

  constructor(
    { file, args, execArgv, env }: WorkerProgram,
    settings: WorkerSettings,
    listener: WorkerListener,
  ) {
    // node:cluster's settings are global, and may belong to another cluster in this process.
    cluster.setupPrimary({ exec: file, args: [...args], execArgv: [...execArgv] });
    this.#worker = cluster.fork({ ...env, [SETTINGS_VARIABLE]: JSON.stringify(settings) });
    this.#listener = listener;
    this.id = this.#worker.id;
    this.pid = this.#worker.process.pid ?? 0;
    this.slot = settings.slot;
    const started = deferred<boolean>();
    this.started = started.promise;
    const exited = deferred<void>();
    this.exited = exited.promise;
    this.#worker.on('message', (message: unknown) => {
      if (!isClusterMessage(message)) return listener.onUserMessage(this, message);
      this.#receive(message as WorkerMessage, started.resolve);
    });
    const end = (code: number | null, signal: string | null): void => {
      if (this.state === 'exited') return;
      this.state = 'exited';
      started.resolve(false);
      listener.onExit(this, { code, signal });
      // Its last messages may report that it accepted some of the connections.
      if (this.#worker.isConnected()) this.#worker.once('disconnect', () => this.#giveBack());
      else this.#giveBack();
      exited.resolve();
    };
    this.#worker.on('exit', end);
    // A process that failed to start emits no exit. Other errors come from a closed channel.
    this.#worker.on('error', () => {
      if (this.#worker.process.pid === undefined) end(null, null);
    });
  }

  get pending(): number {
    return this.#deliveries.size;
  }

  deliver(key: string, connection: Connection, giveBack: () => void): void {
    const sequence = ++this.#sequence;
    this.#deliveries.set(sequence, { connection, giveBack });
    this.#send({ nextpressCluster: 'connection', sequence, key }, connection);
  }

  send(message: PrimaryMessage): void {
    this.#send(message);
  }

  /**
   * Lets the worker finish its responses and exit. One that is not ready has no responses, and one that is already
   * closing stops waiting for idle connections if the reason is `stop`.
   */
  close(reason: CloseReason, grace: number): Promise<void> {
    if (this.state === 'starting') this.kill();
    const lingers = reason !== 'stop';
    const message = { nextpressCluster: 'close', reason, grace, lingers } as const;
    if (this.state === 'closing') this.send(message);
    if (this.state !== 'ready') return this.exited;
    this.state = 'closing';
    this.send(message);
    const timer = setTimeout(() => this.kill(), grace + EXIT_MARGIN);
    return this.exited.finally(() => clearTimeout(timer));
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  #send(message: PrimaryMessage, handle?: Connection): void {
    if (!this.#worker.isConnected()) return;
    this.#worker.send(message, handle as never, undefined, () => {});
  }

  #receive(message: WorkerMessage, resolveStarted: (isReady: boolean) => void): void {
    this.lastSeen = performance.now();
    if (message.nextpressCluster === 'accepted') this.#accepted(message.sequence, message.isAccepted);
    else if (message.nextpressCluster === 'ready') {
      if (this.state !== 'starting') return;
      this.state = 'ready';
      this.readyAt = performance.now();
      this.#listener.onReady(this);
      resolveStarted(true);
    } else this.#listener.onMessage(this, message);
  }

  #accepted(sequence: number, isAccepted: boolean): void {
    const delivery = this.#deliveries.get(sequence);
    this.#deliveries.delete(sequence);
    if (isAccepted) delivery?.connection.close();
    else delivery?.giveBack();
  }

  #giveBack(): void {
    const deliveries = [...this.#deliveries.values()];
    this.#deliveries.clear();
    for (const { giveBack } of deliveries) giveBack();
  }
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
