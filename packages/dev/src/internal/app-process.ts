/** @module The process that runs the application. */

import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { clearTimeout, setTimeout } from 'node:timers';
import { pathToFileURL } from 'node:url';
import type { ErrorReport } from './error/error-report.ts';
import type { Backend } from './front/front-server.ts';
import { type AppSettings, type FromApp, SETTINGS_VARIABLE, type ToApp } from './messages.ts';

/** How long pending requests may take after a restart, and then the process to exit (ms). */
const DRAIN_TIMEOUT = 2_000;

export interface ProcessOptions {
  readonly settings: Omit<AppSettings, 'hooks' | 'hasLoader'>;
  readonly env: NodeJS.ProcessEnv;
  /** A module to import before the entry, while the process is waiting. */
  readonly loader: string | undefined;
  onMessage(message: FromApp, from: AppProcess): void;
  onExit(from: AppProcess, code: number | null, signal: string | null): void;
}

const require = createRequire(import.meta.url);

export class AppProcess implements Backend {
  readonly #child: ChildProcess;
  /** The ports it listens on, by the port that the application asked for. */
  readonly #ports = new Map<number, number>();
  readonly #exited: Promise<void>;
  #isReady = false;
  #runsWhenReady = false;
  #running = 0;
  #onIdle: (() => void) | undefined;
  failure: ErrorReport | undefined;
  /** Whether it listens on a port that no other process can have at the same time. */
  isExclusive: boolean;
  isStopped = false;

  /** Starts Node, which then waits for {@link AppProcess.run}. */
  constructor({ settings, env, loader, onMessage, onExit }: ProcessOptions) {
    const urlOf = (name: string): string => pathToFileURL(require.resolve(`@nextpress/dev/${name}`)).href;
    const wait = `import { ready } from ${JSON.stringify(urlOf('preload'))}; await ready;`;
    const hasLoader = loader !== undefined;
    const { inspect } = settings;
    this.isExclusive = inspect !== undefined;
    const imports = [...(hasLoader ? [loader] : []), `data:text/javascript,${encodeURIComponent(wait)}`];
    this.#child = fork(settings.entry, [], {
      execArgv: [
        ...process.execArgv,
        ...(inspect === undefined ? [] : [inspect]),
        ...imports.flatMap((each) => ['--import', each]),
      ],
      env: {
        ...env,
        [SETTINGS_VARIABLE]: JSON.stringify({
          ...settings,
          hasLoader,
          hooks: urlOf('hooks'),
        } satisfies AppSettings),
      },
      // Typed keys are for the development server.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message) => {
      const received = message as FromApp;
      if (received.type === 'standby') {
        this.#isReady = true;
        if (this.#runsWhenReady) this.run();
      } else if (received.type === 'listening') this.#ports.set(received.port, received.actual);
      else if (received.type === 'exclusive') this.isExclusive = true;
      else if (received.type === 'failed') this.failure = received.report;
      onMessage(received, this);
    });
    // A message to a process that has just exited is lost, which is fine.
    this.#child.on('error', () => undefined);
    this.#exited = new Promise((exited) => {
      this.#child.once('exit', (code, signal) => {
        exited();
        onExit(this, code, signal);
      });
    });
  }

  /** The port for requests to a port of the application; `undefined` if it does not listen there. */
  portFor(port: number): number | undefined {
    return this.#ports.get(port);
  }

  get ports(): readonly number[] {
    return [...this.#ports.keys()];
  }

  begin(): () => void {
    this.#running++;
    return () => {
      if (--this.#running === 0) this.#onIdle?.();
    };
  }

  /** Runs the entry as soon as Node is ready. */
  run(): void {
    if (this.#isReady) this.#send({ type: 'run' });
    else this.#runsWhenReady = true;
  }

  /** Requests a message. */
  ask(type: 'routes' | 'pending'): void {
    this.#send({ type });
  }

  /** Stops the process, after giving its pending requests some time. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.#running > 0) await this.#idle();
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), DRAIN_TIMEOUT);
    await this.#exited;
    clearTimeout(timer);
  }

  #idle(): Promise<void> {
    return new Promise((idle) => {
      const timer = setTimeout(idle, DRAIN_TIMEOUT);
      this.#onIdle = () => {
        clearTimeout(timer);
        idle();
      };
    });
  }

  #send(message: ToApp): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}

/** Describes the exit of a process that did not throw. */
export function describeExit(status: string | number | null, isStarting: boolean): string {
  const message = `The application exited with ${typeof status === 'string' ? status : `code ${status}`}`;
  if (isStarting && status === 0)
    return `${message}: it had nothing left to do. Call listen(), or export the application as default.`;
  if (status === 13) return `${message}: a top-level await never settles.`;
  return `${message}.`;
}
