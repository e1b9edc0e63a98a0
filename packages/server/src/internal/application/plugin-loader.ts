/** @module Cold: runs the plugins of a scope one after the other. */

import { clearTimeout, setTimeout } from 'node:timers';
import { isThenable } from '@nextpress/middleware';
import { isThrownError, thrownText } from '@nextpress/semantics/thrown-value';
import type { Loading } from './loading.ts';

/** A call of `register`. */
export interface PluginTask {
  readonly name: string;
  /** In milliseconds; 0 for no limit. */
  readonly timeout: number;
  /** Checks the dependencies and calls the plugin. Returns its result, and the loader of its scope if it has one of its own. */
  start(): StartedPlugin;
  /** Called when `start` has thrown: nothing that the plugin has added may serve requests. */
  abort(error: unknown): void;
  /** Called when the plugin and all plugins that it has registered have loaded. */
  finish(): void;
}

/** A plugin that has been called. */
export interface StartedPlugin {
  readonly result: unknown;
  readonly loader: PluginLoader | undefined;
}

interface ActivePlugin extends StartedPlugin {
  readonly task: PluginTask;
}

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

/** Loads the plugins of one scope in order. A plugin that is not asynchronous runs at once when no other is loading. */
export class PluginLoader {
  readonly #loading: Loading;
  readonly #queue: PluginTask[] = [];
  #active: ActivePlugin | undefined;
  #failure: { readonly error: unknown } | undefined;
  #waiters: Waiter[] = [];

  constructor(loading: Loading) {
    this.#loading = loading;
  }

  get isBusy(): boolean {
    return this.#active !== undefined;
  }

  /**
   * Runs a plugin, or queues it after one that is still loading.
   *
   * @throws Error with the name of the plugin when it throws
   */
  add(task: PluginTask): void {
    if (this.#failure !== undefined) return;
    if (this.isBusy) this.#queue.push(task);
    else this.#run(task);
  }

  /** Resolves when the plugins that have been registered here have loaded. */
  idle(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) reject(this.#failure.error);
      else if (this.isBusy) this.#waiters.push({ resolve, reject });
      else resolve();
    });
  }

  #run(task: PluginTask): void {
    const started = startNamed(task);
    if (!isThenable(started.result) && !started.loader?.isBusy) {
      task.finish();
      return;
    }
    this.#active = { task, ...started };
    this.#loading.begin();
    void this.#complete(this.#active);
  }

  /** Never rejects: the error goes to those who wait for the application. */
  async #complete({ task, result, loader }: ActivePlugin): Promise<void> {
    try {
      if (isThenable(result)) await settleInTime(task, result, () => this.#slowest());
      await loader?.idle();
      task.finish();
      this.#active = undefined;
      while (this.#queue.length > 0 && !this.isBusy) this.#run(this.#queue.shift() as PluginTask);
    } catch (error) {
      this.#fail(nameError(task.name, error));
      return;
    }
    if (!this.isBusy) for (const { resolve } of this.#takeWaiters()) resolve();
    this.#loading.end();
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#queue.length = 0;
    for (const { reject } of this.#takeWaiters()) reject(error);
    this.#loading.fail(error);
  }

  #takeWaiters(): Waiter[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    return waiters;
  }

  /** The innermost plugin that is loading: others may be waiting for it. */
  #slowest(): PluginTask | undefined {
    const active = this.#active;
    const inner = active?.loader;
    return (inner === undefined ? undefined : inner.#slowest()) ?? active?.task;
  }
}

/** Errors whose message names the plugin already. */
const named = new WeakSet<Error>();

function startNamed(task: PluginTask): StartedPlugin {
  try {
    return task.start();
  } catch (thrown) {
    const error = nameError(task.name, thrown);
    task.abort(error);
    throw error;
  }
}

/** Adds the name of a plugin to an error, once: the innermost plugin is the one that has failed. */
function nameError(name: string, error: unknown): Error {
  if (isThrownError(error) && named.has(error)) return error;
  const result = new Error(`Plugin "${name}" failed: ${thrownText(error)}`, { cause: error });
  named.add(result);
  return result;
}

function settleInTime(
  task: PluginTask,
  result: PromiseLike<unknown>,
  slowest: () => PluginTask | undefined,
): Promise<unknown> {
  if (task.timeout === 0) return Promise.resolve(result);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooSlow(slowest() ?? task)), task.timeout);
    const settle = (act: (value: unknown) => void) => (value: unknown) => {
      clearTimeout(timer);
      act(value);
    };
    result.then(settle(resolve), settle(reject));
  });
}

function tooSlow({ name, timeout }: PluginTask): Error {
  const error = new Error(
    `Plugin "${name}" has not finished: expected it to settle within ${timeout} ms. Set the option timeout of register() for a slow plugin, and do not wait in a plugin for ready() of a scope around it.`,
  );
  named.add(error);
  return error;
}
