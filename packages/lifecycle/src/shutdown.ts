/** @module Closes servers in order: hooks, responses, connections. */

import { setImmediate, setTimeout } from 'node:timers';
import { thrownText } from '@nextpress/semantics/thrown-value';
import { type CloseHook, type CloseHookName, runCloseHooks } from './close-hooks.ts';
import { type CloseLimits, type CloseOptions, type CloseReport, readCloseOptions } from './close-options.ts';
import type { ServerGroup } from './server-group.ts';

/** Returns the hooks with a name, in the order in which they run. */
export type CloseHooks = (name: CloseHookName) => readonly CloseHook[];

/** How long `preClose` hooks may wait for connections cut at the end of the grace period, in milliseconds. */
const AFTER_CUT = 500;

/** Minimum time for `onClose` hooks, in milliseconds, however short the grace period is. */
const LEAST_ON_CLOSE = 2_000;

/** The shutdown of one application with all its servers. */
export class Shutdown {
  readonly #servers: ServerGroup;
  #promise: Promise<CloseReport> | undefined;
  #isRunning = false;

  constructor(servers: ServerGroup) {
    this.#servers = servers;
  }

  /** Whether the application is closing, or has closed. */
  get isClosing(): boolean {
    return this.#promise !== undefined;
  }

  /** Closes the servers. Later calls return the first call's promise. */
  close(options: CloseOptions, hooks: CloseHooks): Promise<CloseReport> {
    const limits = readCloseOptions('close', options);
    this.#promise ??= this.#close(limits, hooks);
    return this.#promise;
  }

  /**
   * Called when the application listens again.
   *
   * @throws Error while it is closing, which would close the new server as well
   */
  reopen(): void {
    if (this.#isRunning) {
      throw new Error('Cannot listen while the application is closing: await close() first.');
    }
    this.#promise = undefined;
  }

  async #close(limits: CloseLimits, hooks: CloseHooks): Promise<CloseReport> {
    this.#isRunning = true;
    try {
      return await this.#run(limits, hooks);
    } finally {
      this.#isRunning = false;
    }
  }

  async #run({ delay, grace }: CloseLimits, hooks: CloseHooks): Promise<CloseReport> {
    this.#servers.retire();
    await pause(delay);
    // The hooks end whatever keeps connections open, such as WebSockets.
    const failures: unknown[] = [];
    const closed = this.#servers.close(grace).catch((error) => {
      failures.push(error);
      return [];
    });
    const run = (name: CloseHookName, time: number): Promise<unknown[]> =>
      runCloseHooks(name, hooks(name), time);
    const [early, cut] = await Promise.all([run('preClose', grace + AFTER_CUT), closed]);
    const late = await run('onClose', Math.max(grace, LEAST_ON_CLOSE));
    throwAll([...early, ...failures, ...late]);
    return { cut };
  }
}

/** @throws the only error, or an AggregateError */
function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 1) throw errors[0];
  if (errors.length === 0) return;
  const texts = errors.map(thrownText);
  throw new AggregateError(errors, `Closing has failed ${errors.length} times: ${texts.join('; ')}`);
}

/**
 * Then waits some turns of the event loop, which accept the connections in the port's backlog. Closing would reset
 * them.
 */
function pause(delay: number): Promise<void> {
  return new Promise((resolve) => {
    const accept = (): void => void setImmediate(() => setImmediate(resolve));
    if (delay > 0) setTimeout(accept, delay);
    else accept();
  });
}
