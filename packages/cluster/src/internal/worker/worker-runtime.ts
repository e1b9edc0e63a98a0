/** @module The worker's side of the cluster: messages, signals, and closing. */

import { printThrown, thrownText } from '@nextpress/semantics/thrown-value';
import type { CloseReason, Numbers, PrimaryMessage, WorkerMessage, WorkerSettings } from '../messages.ts';
import { isClusterMessage } from '../messages.ts';
import { OpenServers } from './open-servers.ts';
import { ReportedNumbers } from './reported-numbers.ts';
import { SharedListen } from './shared-listen.ts';

/** The argument of `onClose` callbacks. */
export interface CloseEvent {
  /**
   * `stop`: the whole cluster stops. `reload`, `memory`, `signal`: another worker replaces this one. `disconnect`: the
   * primary process is gone.
   */
  readonly reason: CloseReason;
  /** The worker exits after this many milliseconds, even if connections are still open. */
  readonly grace: number;
  /** Resolves when the worker's servers have sent all responses and closed. */
  readonly drained: Promise<void>;
}

/** Called when a worker closes. The worker exits once all returned promises have settled. */
export type CloseCallback = (event: CloseEvent) => unknown;

/** Grace period (ms) when the primary process is gone and cannot send one. */
const DEFAULT_GRACE = 8_000;

export class WorkerRuntime {
  readonly slot: number;
  readonly numbers: ReportedNumbers = new ReportedNumbers();
  readonly #settings: WorkerSettings;
  readonly #servers: OpenServers;
  readonly #shared: SharedListen | undefined;
  readonly #callbacks: CloseCallback[] = [];
  #isReady = false;
  #isClosing = false;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
    this.slot = settings.slot;
    this.#servers = new OpenServers(settings.reusePort, () => {
      if (settings.ready === 'listening') this.ready();
    });
    this.#shared = settings.isServed ? new SharedListen((message) => this.#send(message)) : undefined;
    process.on('message', (message: unknown, handle: unknown) => {
      if (isClusterMessage(message)) this.#receive(message as PrimaryMessage, handle);
    });
    process.once('disconnect', () => this.#close('disconnect', DEFAULT_GRACE, false));
    this.#handleSignals();
    if (settings.beatInterval > 0) setInterval(() => this.#beat(), settings.beatInterval).unref();
  }

  /** The worker can serve. */
  ready(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#send({ nextpressCluster: 'ready' });
    if (this.#settings.beatInterval > 0) this.#beat();
  }

  onClose(callback: CloseCallback): void {
    this.#callbacks.push(callback);
  }

  /** Ctrl-C and systemd signal every process of a group; only the primary decides what to do. */
  #handleSignals(): void {
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
    process.on('SIGTERM', (signal) => this.#send({ nextpressCluster: 'terminate', signal }));
  }

  #receive(message: PrimaryMessage, handle: unknown): void {
    switch (message.nextpressCluster) {
      case 'close':
        this.#close(message.reason, message.grace, message.lingers);
        break;
      case 'measure':
        this.#measure(message.sequence);
        break;
      case 'listening':
        this.#shared?.onListening(message);
        break;
      case 'connection':
        this.#shared?.onConnection(message, handle as { close(): void } | undefined);
        break;
    }
  }

  #beat(): void {
    this.#send({
      nextpressCluster: 'beat',
      rss: process.memoryUsage.rss(),
      counters: this.#counters(),
    });
  }

  /** If the application's function throws, `metrics()` reports the error. */
  #counters(): Numbers {
    try {
      return this.numbers.read('counters');
    } catch {
      return {};
    }
  }

  #measure(sequence: number): void {
    const type = 'measured';
    try {
      const counters = this.numbers.read('counters');
      this.#send({ nextpressCluster: type, sequence, counters, gauges: this.numbers.read('gauges') });
    } catch (error) {
      const empty = { counters: {}, gauges: {}, error: thrownText(error) };
      this.#send({ nextpressCluster: type, sequence, ...empty });
    }
  }

  #close(reason: CloseReason, grace: number, lingers: boolean): void {
    // The other half is left for requests that arrive at the last moment.
    const idleLimit = lingers ? grace / 2 : 0;
    if (this.#isClosing) {
      this.#servers.limitIdle(idleLimit);
      return;
    }
    this.#isClosing = true;
    setTimeout(() => this.#exit(), grace);
    const drained = this.#servers.drain(idleLimit);
    const event: CloseEvent = { reason, grace, drained };
    const called = this.#callbacks.map(async (callback) => callback(event));
    void Promise.allSettled([drained, ...called]).then((results) => {
      const failed = results.filter((result) => result.status === 'rejected');
      for (const { reason: error } of failed) printThrown(error);
      this.#exit(failed.length === 0 ? 0 : 1);
    });
  }

  #exit(code = 0): void {
    const cut = this.#servers.connections;
    const message: WorkerMessage = { nextpressCluster: 'closed', cut, counters: this.#counters() };
    const exit = (): never => process.exit(code);
    if (process.connected) process.send?.(message, undefined, undefined, exit);
    else exit();
  }

  #send(message: WorkerMessage): void {
    // The primary may be gone; `disconnect` handles that.
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  }
}
