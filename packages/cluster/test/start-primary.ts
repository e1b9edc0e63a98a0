import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ClusterMetrics, ClusterOptions, LogEntry, WorkerInfo } from '../src/index.ts';

const program = fileURLToPath(new URL('programs/primary.mjs', import.meta.url));

/** The output of the primary and its workers. */
interface Said {
  readonly [name: string]: unknown;
  readonly log?: LogEntry;
  readonly port?: number;
  readonly number?: number;
}

/** A cluster in another process. */
export class RunningCluster {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  /** The log, and the output of the processes. */
  readonly lines: string[] = [];
  readonly messages: Said[] = [];
  readonly #events = new EventEmitter().setMaxListeners(0);
  #calls = 0;

  constructor(options: ClusterOptions, flags: readonly string[] = []) {
    this.process = fork(program, [JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...flags],
    });
    // Unlike `exit`, `close` comes after the last message.
    this.exited = once(this.process, 'close').then(([code]) => code as number | null);
    this.process.on('message', (message: Said) => {
      this.messages.push(message);
      if (message.log !== undefined) this.lines.push(`${message.log.level}: ${message.log.message}`);
      this.#events.emit('message', message);
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.lines.push(text));
    }
    void this.exited.then(() => this.#events.emit('message', {}));
  }

  /** The first message, past or future, that matches. Rejects if the primary exits first. */
  async message(matches: (message: Said) => unknown, isPast = true): Promise<Said> {
    const past = isPast ? this.messages.find(matches) : undefined;
    if (past !== undefined) return past;
    return await new Promise((resolve, reject) => {
      const listen = (message: Said): void => {
        if (matches(message)) resolve(message);
        else if (this.process.exitCode === null && this.process.signalCode === null) return;
        else reject(new Error(`the primary exited with ${this.process.exitCode}:\n${this.lines.join('\n')}`));
        this.#events.off('message', listen);
      };
      this.#events.on('message', listen);
    });
  }

  /** The next line of the log that matches. */
  async log(pattern: RegExp, isPast = true): Promise<string> {
    const { log } = await this.message(({ log }) => log !== undefined && pattern.test(log.message), isPast);
    return (log as LogEntry).message;
  }

  async call(call: 'workers'): Promise<readonly WorkerInfo[]>;
  async call(call: 'metrics'): Promise<ClusterMetrics>;
  async call(call: 'reload' | 'close'): Promise<void>;
  async call(call: string): Promise<unknown> {
    const number = ++this.#calls;
    const result = this.message((message) => message.number === number, false);
    // The process may have disconnected; its exit rejects the result.
    this.process.send({ call, number }, undefined, undefined, () => {});
    const { error, value } = await result;
    if (error !== undefined) throw new Error(String(error));
    return value;
  }

  /** The port of the workers. */
  async port(): Promise<number> {
    return (await this.message(({ port }) => port !== undefined)).port as number;
  }

  /** The processes of the workers that are ready. */
  async pids(): Promise<number[]> {
    return (await this.call('workers')).filter(({ state }) => state === 'ready').map(({ pid }) => pid);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    if (this.process.connected) await Promise.race([this.call('close').catch(() => {}), this.exited]);
    else this.process.kill('SIGKILL');
    await this.exited;
  }
}

/** Starts the program and waits until all workers are ready. */
export async function startPrimary(
  options: ClusterOptions,
  flags?: readonly string[],
): Promise<RunningCluster> {
  const running = new RunningCluster(options, flags);
  await running.message(({ started }) => started !== undefined);
  return running;
}

/** Prints a measurement; no test depends on it. */
export function report(text: string): void {
  (process.stdout as Writable).write(`    ${text}\n`);
}
