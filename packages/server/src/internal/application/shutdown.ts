/** @module `app.close()`. */

import { setImmediate, setTimeout } from 'node:timers';
import type { CloseOptions, CloseReport } from '../../closing.ts';
import type { Listeners } from '../connection/listeners.ts';
import { type CloseLimits, readCloseOptions } from './close-options.ts';

export class Shutdown {
  readonly #listeners: Listeners;
  #promise: Promise<CloseReport> | undefined;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /** Whether the application is closing, or has closed. */
  get isClosing(): boolean {
    return this.#promise !== undefined;
  }

  /**
   * Closes the servers. Later calls get the promise of the first one.
   *
   * @param finish - called when the last connection has ended
   */
  close(options: CloseOptions, finish: () => Promise<void>): Promise<CloseReport> {
    const limits = readCloseOptions('close', options);
    this.#promise ??= this.#close(limits, finish);
    return this.#promise;
  }

  /** The application listens again. */
  reopen(): void {
    this.#promise = undefined;
  }

  async #close({ delay, grace }: CloseLimits, finish: () => Promise<void>): Promise<CloseReport> {
    this.#listeners.retire();
    await pause(delay);
    const cut = await this.#listeners.close(grace);
    await finish();
    return { cut };
  }
}

/** Lets one turn of the event loop pass at least: connections in the backlog of the port are still accepted. */
function pause(delay: number): Promise<void> {
  return new Promise((resolve) => {
    if (delay > 0) setTimeout(resolve, delay);
    else setImmediate(() => setImmediate(resolve));
  });
}
