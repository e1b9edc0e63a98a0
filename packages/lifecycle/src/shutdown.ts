/** @module Closes servers in order: hooks, responses, connections. */

import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { MAX_TIMER_DELAY } from '@nextpress/semantics/options';
import { thrownText } from '@nextpress/semantics/thrown-value';
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
    this.#promise ??= this.#close(limits, hooks).finally(() => {
      this.#isRunning = false;
    });
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

  async #close({ delay, grace }: CloseLimits, hooks: CloseHooks): Promise<CloseReport> {
    this.#isRunning = true;
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
  throw new AggregateError(errors, `Closing failed with ${errors.length} errors: ${texts.join('; ')}`);
}

/**
 * Waits for `delay`, then for two turns of the event loop, which accept the connections in the port's backlog: closing
 * would reset them.
 */
function pause(delay: number): Promise<void> {
  return new Promise((resolve) => {
    const accept = (): void => void setImmediate(() => setImmediate(resolve));
    if (delay > 0) setTimeout(accept, delay);
    else accept();
  });
}

/** Hooks that run before and after the connections end. */
export type CloseHookName = 'preClose' | 'onClose';

/** Called while the server closes. A returned promise is awaited. */
export type CloseHook = () => unknown;

/** The result of a hook that took too long. */
const LATE: unique symbol = Symbol('late');

/**
 * Runs hooks one after another. Neither an error nor a hook that never settles keeps the others from running.
 *
 * @param time - how long to wait for all of them together, in milliseconds
 * @returns their errors
 */
async function runCloseHooks(
  name: CloseHookName,
  hooks: readonly CloseHook[],
  time: number,
): Promise<unknown[]> {
  if (hooks.length === 0) return [];
  const errors: unknown[] = [];
  const { promise: late, stop } = after(time);
  for (const hook of hooks) {
    try {
      // The race handles a late hook that rejects.
      if ((await Promise.race([hook(), late])) === LATE) errors.push(lateError(name, hook, time));
    } catch (error) {
      errors.push(error);
    }
  }
  stop();
  return errors;
}

function after(time: number): { promise: Promise<typeof LATE>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<typeof LATE>((resolve) => {
    if (Number.isFinite(time)) timer = setTimeout(resolve, Math.min(time, MAX_TIMER_DELAY), LATE);
  });
  return { promise, stop: () => clearTimeout(timer) };
}

function lateError(name: CloseHookName, hook: CloseHook, time: number): Error {
  const of = hook.name === '' ? '' : ` "${hook.name}"`;
  return new Error(
    `The ${name} hook${of} has not finished: expected all ${name} hooks to settle within ${time} ms. Raise "grace" if they need longer.`,
  );
}
