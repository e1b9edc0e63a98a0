/** @module `app.close()`. */

import { setImmediate, setTimeout } from 'node:timers';
import type { CloseOptions, CloseReport } from '../../closing.ts';
import type { Listeners } from '../connection/listeners.ts';
import { type CloseLimits, readCloseOptions } from './close-options.ts';

/** Runs the hooks of a name. */
type RunHooks = (name: 'preClose' | 'onClose') => Promise<void>;

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

  /** Closes the servers. Later calls get the promise of the first one. */
  close(options: CloseOptions, runHooks: RunHooks): Promise<CloseReport> {
    const limits = readCloseOptions('close', options);
    this.#promise ??= this.#close(limits, runHooks);
    return this.#promise;
  }

  /** The application listens again. */
  reopen(): void {
    this.#promise = undefined;
  }

  async #close({ delay, grace }: CloseLimits, runHooks: RunHooks): Promise<CloseReport> {
    this.#listeners.retire();
    await pause(delay);
    // The hooks end what would keep connections open, such as WebSockets.
    const [early, closed] = await Promise.allSettled([runHooks('preClose'), this.#listeners.close(grace)]);
    await runHooks('onClose');
    if (early.status === 'rejected') throw early.reason;
    return { cut: closed.status === 'fulfilled' ? closed.value : [] };
  }
}

/** Then lets turns of the event loop pass, which accept the connections in the backlog of the port. Closing would reset them. */
function pause(delay: number): Promise<void> {
  return new Promise((resolve) => {
    const accept = (): void => void setImmediate(() => setImmediate(resolve));
    if (delay > 0) setTimeout(accept, delay);
    else accept();
  });
}
