/** @module `app.close()`. */

import { setImmediate, setTimeout } from 'node:timers';
import { thrownText } from '@nextpress/semantics/thrown-value';
import type { CloseOptions, CloseReport } from '../../closing.ts';
import type { Listeners } from '../connection/listeners.ts';
import type { CloseHookName } from './close-hooks.ts';
import { type CloseLimits, readCloseOptions } from './close-options.ts';

/** Runs the hooks of a name, for at most `time` milliseconds. Resolves to their errors. */
type RunHooks = (name: CloseHookName, time: number) => Promise<readonly unknown[]>;

/** How many milliseconds `preClose` hooks may wait for connections that are cut at the end of the grace period. */
const AFTER_CUT = 500;

/** The least number of milliseconds for `onClose` hooks, however short the grace period is. */
const LEAST_ON_CLOSE = 2_000;

export class Shutdown {
  readonly #listeners: Listeners;
  #promise: Promise<CloseReport> | undefined;
  #isRunning = false;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /** Whether the application is closing, or has closed. */
  get isClosing(): boolean {
    return this.#promise !== undefined;
  }

  /** Closes the servers. Later calls get the promise of the first one. */
  close(options: CloseOptions, runHooks: RunHooks): Promise<CloseReport> {
    const limits = readCloseOptions('close', options);
    this.#promise ??= this.#close(limits, runHooks);
    return this.#promise;
  }

  /**
   * The application listens again.
   *
   * @throws Error while it is closing, which would close the new server as well
   */
  reopen(): void {
    if (this.#isRunning) {
      throw new Error(
        'Cannot listen while the application is closing: wait for the promise of close() first.',
      );
    }
    this.#promise = undefined;
  }

  async #close(limits: CloseLimits, runHooks: RunHooks): Promise<CloseReport> {
    this.#isRunning = true;
    try {
      return await this.#run(limits, runHooks);
    } finally {
      this.#isRunning = false;
    }
  }

  async #run({ delay, grace }: CloseLimits, runHooks: RunHooks): Promise<CloseReport> {
    this.#listeners.retire();
    await pause(delay);
    // The hooks end what would keep connections open, such as WebSockets.
    const failures: unknown[] = [];
    const closed = this.#listeners.close(grace).catch((error) => {
      failures.push(error);
      return [];
    });
    const [early, cut] = await Promise.all([runHooks('preClose', grace + AFTER_CUT), closed]);
    const late = await runHooks('onClose', Math.max(grace, LEAST_ON_CLOSE));
    throwAll([...early, ...failures, ...late]);
    return { cut };
  }
}

/** @throws the only error, or an error that has all of them */
function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 1) throw errors[0];
  if (errors.length === 0) return;
  const texts = errors.map(thrownText);
  throw new AggregateError(errors, `Closing has failed ${errors.length} times: ${texts.join('; ')}`);
}

/** Then lets turns of the event loop pass, which accept the connections in the backlog of the port. Closing would reset them. */
function pause(delay: number): Promise<void> {
  return new Promise((resolve) => {
    const accept = (): void => void setImmediate(() => setImmediate(resolve));
    if (delay > 0) setTimeout(accept, delay);
    else accept();
  });
}
