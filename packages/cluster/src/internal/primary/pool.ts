/** @module Keeps the workers running. */

import { printBytes } from '../../byte-count.ts';
import type { ClusterSettings, LogEntry } from '../../cluster-options.ts';
import type { CloseReason, WorkerMessage, WorkerSettings } from '../messages.ts';
import { HeartbeatMonitor } from './heartbeat-monitor.ts';
import { type ClusterMetrics, Metrics } from './metrics.ts';
import { printTime } from './print-time.ts';
import { RestartDelay } from './restart-delay.ts';
import { SharedPorts } from './shared-ports.ts';
import { processesOf, type Slot } from './slot.ts';
import { type WorkerExit, WorkerProcess, type WorkerProgram } from './worker-process.ts';

/** Longest interval between two heartbeats (ms), which also report memory use. */
const LONGEST_BEAT = 1_000;
/** Minimum time (ms) between two replacements of a slot's worker because of memory. */
const MEMORY_PAUSE = 10_000;

/** Events of the pool, for the cluster's handle. */
export interface PoolListener {
  onReady(worker: WorkerProcess): void;
  onExit(worker: WorkerProcess, exit: WorkerExit & { readonly isExpected: boolean }): void;
  onMessage(worker: WorkerProcess, message: unknown): void;
  onCrashLoop(error: Error): void;
}

export class Pool {
  readonly #settings: ClusterSettings;
  readonly #program: WorkerProgram;
  readonly #listener: PoolListener;
  readonly #slots: Slot[];
  readonly #leaving = new Set<WorkerProcess>();
  readonly #ports: SharedPorts;
  readonly #metrics = new Metrics();
  readonly #workerSettings: Omit<WorkerSettings, 'slot'>;
  readonly #monitor: HeartbeatMonitor | undefined;
  #closed: Promise<void> | undefined;
  #reload: Promise<void> = Promise.resolve();
  #nextReload: Promise<void> | undefined;

  constructor(
    settings: ClusterSettings,
    program: WorkerProgram,
    use: Pick<WorkerSettings, 'isServed' | 'reusePort'>,
    listener: PoolListener,
  ) {
    this.#settings = settings;
    this.#program = program;
    this.#listener = listener;
    this.#ports = new SharedPorts(settings.sticky);
    this.#slots = Array.from({ length: settings.workers }, (_, number) => createSlot(number, settings));
    const { heartbeat, memoryLimit, ready } = settings;
    const interval = heartbeat > 0 ? Math.min(LONGEST_BEAT, heartbeat / 4) : LONGEST_BEAT;
    const hasBeat = heartbeat > 0 || Number.isFinite(memoryLimit);
    this.#workerSettings = { ...use, ready, beatInterval: hasBeat ? interval : 0 };
    if (heartbeat === 0) return;
    const isReady = ({ state }: WorkerProcess): boolean => state === 'ready';
    this.#monitor = new HeartbeatMonitor(
      () => this.workers.filter(isReady),
      heartbeat,
      interval,
      (worker, silence) => this.#onBlocked(worker, silence),
    );
  }

  /** All processes that have not exited. */
  get workers(): readonly WorkerProcess[] {
    return [...processesOf(this.#slots), ...this.#leaving];
  }

  get isClosing(): boolean {
    return this.#closed !== undefined;
  }

  start(): void {
    for (const slot of this.#slots) this.#launch(slot);
  }

  metrics(): Promise<ClusterMetrics> {
    return this.#metrics.collect(
      this.workers.filter(({ state }) => state === 'ready' || state === 'closing'),
    );
  }

  /** A call during a reload queues another reload, because the program may have changed again. */
  reload(): Promise<void> {
    this.#nextReload ??= this.#reload
      .catch(() => {})
      .then(() => {
        this.#nextReload = undefined;
        this.#reload = this.#reloadAll();
        return this.#reload;
      });
    return this.#nextReload;
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  kill(): void {
    for (const worker of this.workers) worker.kill();
  }

  onReady(worker: WorkerProcess): void {
    const slot = this.#slotOf(worker);
    slot.delay.succeeded();
    const time = printTime(performance.now() - worker.startedAt);
    this.#log('info', `is ready after ${time}`, worker);
    this.#listener.onReady(worker);
  }

  onUserMessage(worker: WorkerProcess, message: unknown): void {
    this.#listener.onMessage(worker, message);
  }

  onMessage(worker: WorkerProcess, message: WorkerMessage): void {
    switch (message.nextpressCluster) {
      case 'beat':
        worker.counters = message.counters;
        this.#onMemory(worker, message.rss);
        break;
      case 'terminate':
        this.#onTerminate(worker, message.signal);
        break;
      case 'listen':
        this.#onListen(worker, message);
        break;
      case 'leave':
        this.#ports.leave(worker, message.key);
        break;
      case 'measured':
        this.#metrics.receive(message);
        break;
      case 'closed':
        worker.cut = message.cut;
        worker.counters = message.counters;
    }
  }

  onExit(worker: WorkerProcess, exit: WorkerExit): void {
    this.#ports.remove(worker);
    this.#metrics.retire(worker);
    const isExpected = this.#leaving.delete(worker);
    const slot = this.#slotOf(worker);
    if (slot.current === worker) slot.current = undefined;
    // A successor that is already starting takes over from a crashed worker.
    const isRestarted = !isExpected && !this.isClosing && slot.next === undefined;
    if (slot.next === worker) slot.next = undefined;
    const delay = isRestarted ? this.#delayAfter(slot, worker) : undefined;
    this.#logExit(worker, exit, isExpected, delay);
    this.#listener.onExit(worker, { ...exit, isExpected: isExpected || this.isClosing });
    if (delay !== undefined) this.#restart(slot, delay, exit);
  }

  #spawn(slot: Slot): WorkerProcess {
    const worker = new WorkerProcess(this.#program, { ...this.#workerSettings, slot: slot.number }, this);
    const { startTimeout } = this.#settings;
    const timer = setTimeout(() => {
      this.#log(
        'error',
        `was not ready within ${printTime(startTimeout)} ("startTimeout"); killing it`,
        worker,
      );
      worker.kill();
    }, startTimeout);
    void worker.started.then(() => clearTimeout(timer));
    return worker;
  }

  #launch(slot: Slot): void {
    slot.timer = undefined;
    if (!this.isClosing) slot.current = this.#spawn(slot);
  }

  #delayAfter({ delay }: Slot, { readyAt }: WorkerProcess): number {
    const now = performance.now();
    const isServed = this.workers.some(({ state }) => state === 'ready' || state === 'starting');
    return delay.exited(readyAt === undefined ? undefined : now - readyAt, now, isServed);
  }

  #restart(slot: Slot, delay: number, exit: WorkerExit): void {
    const isServing = this.workers.some(({ state }) => state === 'ready');
    if (slot.delay.isCrashLoop && !isServing) this.#stopCrashLoop(exit);
    else slot.timer = setTimeout(() => this.#launch(slot), delay);
  }

  #stopCrashLoop(exit: WorkerExit): void {
    const { maxFailures, within } = this.#settings.restart;
    const message =
      `Workers crash before they are ready: one failed ${maxFailures} times within ${printTime(within)}, ` +
      `${describeExit(exit)} the last time, and no other is ready. See its output above. ` +
      `A worker is ready when ${this.#settings.ready === 'call' ? 'it calls ready()' : 'one of its servers listens'}.`;
    this.#log('error', message);
    void this.close();
    this.#listener.onCrashLoop(Object.assign(new Error(message), { code: 'ERR_CRASH_LOOP' }));
  }

  /**
   * Starts a new worker, and closes the current one when it is ready. Resolves to `false` if the new one could not
   * start.
   */
  #replace(slot: Slot, reason: CloseReason): Promise<boolean> {
    slot.replacement ??= this.#replaceNow(slot, reason).finally(() => {
      slot.replacement = undefined;
    });
    return slot.replacement;
  }

  async #replaceNow(slot: Slot, reason: CloseReason): Promise<boolean> {
    if (this.isClosing) return false;
    clearTimeout(slot.timer);
    slot.timer = undefined;
    const next = this.#spawn(slot);
    slot.next = next;
    const isStarted = await next.started;
    if (this.isClosing) return false;
    slot.next = undefined;
    if (!isStarted) {
      // The current one has crashed in the meantime.
      if (slot.current === undefined) this.#launch(slot);
      return false;
    }
    const previous = slot.current;
    slot.current = next;
    if (previous !== undefined) await this.#retire(previous, reason);
    return true;
  }

  #retire(worker: WorkerProcess, reason: CloseReason): Promise<void> {
    this.#ports.remove(worker);
    this.#leaving.add(worker);
    return worker.close(reason, this.#settings.grace);
  }

  async #reloadAll(): Promise<void> {
    if (this.isClosing) throw new Error('Cannot reload: the cluster is closed.');
    const started = performance.now();
    this.#log('info', `reload: replacing ${this.#slots.length} workers, one after another`);
    for (const slot of this.#slots) {
      // A replacement that has already begun may run the previous program.
      await slot.replacement;
      const isReplaced = await this.#replace(slot, 'reload');
      if (isReplaced) continue;
      if (this.isClosing) throw new Error('The cluster was closed during the reload.');
      const message = 'reload: stopped, because a new worker was not ready; the others keep running';
      this.#log('error', message);
      throw new Error(`The cluster could not ${message.replace(': stopped', '')}.`);
    }
    this.#log('info', `reload: complete after ${printTime(performance.now() - started)}`);
  }

  async #closeAll(): Promise<void> {
    this.#monitor?.stop();
    for (const slot of this.#slots) clearTimeout(slot.timer);
    // Two turns of the event loop, so that connections in the kernel's backlog are accepted.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    this.#ports.close();
    const { workers } = this;
    await Promise.all(workers.map((worker) => this.#retire(worker, 'stop')));
    const cut = workers.reduce((sum, worker) => sum + worker.cut, 0);
    this.#log(cut === 0 ? 'info' : 'warn', `closed; connections cut: ${cut}`);
  }

  #onListen(
    worker: WorkerProcess,
    { sequence, query, data }: WorkerMessage & { nextpressCluster: 'listen' },
  ): void {
    void this.#ports.listen(worker, query, data).then((reply) => {
      worker.send({ nextpressCluster: 'listening', sequence, reply });
    });
  }

  #onBlocked(worker: WorkerProcess, silence: number): void {
    this.#log(
      'error',
      `has not responded for ${printTime(silence)}: its event loop is blocked; killing it`,
      worker,
    );
    worker.kill();
  }

  #onMemory(worker: WorkerProcess, rss: number): void {
    worker.rss = rss;
    const slot = this.#slotOf(worker);
    const { memoryLimit } = this.#settings;
    const isHeld = slot.replacement !== undefined || performance.now() < slot.memoryPauseUntil;
    if (rss <= memoryLimit || slot.current !== worker || this.isClosing || isHeld) return;
    slot.memoryPauseUntil = performance.now() + MEMORY_PAUSE;
    const comparison = `uses ${printBytes(rss)}, more than "memoryLimit" (${printBytes(memoryLimit)})`;
    this.#log('warn', `${comparison}; replacing it`, worker);
    void this.#replace(slot, 'memory');
  }

  #onTerminate(worker: WorkerProcess, signal: string): void {
    const slot = this.#slotOf(worker);
    if (this.isClosing || slot.current !== worker) return;
    this.#log('info', `received ${signal}; replacing it`, worker);
    void this.#replace(slot, 'signal');
  }

  #slotOf({ slot }: WorkerProcess): Slot {
    return this.#slots[slot] as Slot;
  }

  #logExit(worker: WorkerProcess, exit: WorkerExit, isExpected: boolean, delay: number | undefined): void {
    const { readyAt, startedAt, cut } = worker;
    const time = printTime(performance.now() - (readyAt ?? startedAt));
    const state = readyAt === undefined ? `before it was ready, after ${time}` : `after ${time}`;
    const lost = cut === 0 ? '' : `; connections cut at the end of the grace period: ${cut}`;
    const next =
      delay === undefined ? '' : `; starting another ${delay === 0 ? 'now' : `in ${printTime(delay)}`}`;
    const isOrderly = isExpected && exit.code === 0;
    const level = isOrderly && cut === 0 ? 'info' : 'warn';
    this.#log(level, `${isOrderly ? 'has closed' : describeExit(exit)} ${state}${lost}${next}`, worker);
  }

  #log(level: LogEntry['level'], text: string, worker?: WorkerProcess): void {
    const message = worker === undefined ? text : `worker ${worker.id} (pid ${worker.pid}) ${text}`;
    this.#settings.log({ level, message, worker: worker?.id, pid: worker?.pid });
  }
}

function createSlot(number: number, { restart }: ClusterSettings): Slot {
  const delay = new RestartDelay(restart);
  const none = { current: undefined, next: undefined, replacement: undefined, timer: undefined };
  return { number, delay, ...none, memoryPauseUntil: 0 };
}

function describeExit({ code, signal }: WorkerExit): string {
  if (signal !== null) return `was killed by ${signal}`;
  return code === null ? 'could not be started' : `exited with code ${code}`;
}
