/** @module Cold: loads plugins one after another. */

import { clearTimeout, setTimeout } from 'node:timers';
import { isThenable } from '@nextpress/middleware';
import { isThrownError, thrownText } from '@nextpress/semantics/thrown-value';

/** A call of `register`. */
export interface PluginTask {
  readonly name: string;
  /** In milliseconds; 0 for no limit. */
  readonly timeout: number;
  /** Loads the plugins that the plugin registers. */
  readonly inner: PluginLoader;
  /** Checks the dependencies and calls the plugin. Returns its result. */
  start(): unknown;
  /** Called when `start` has thrown. */
  abort(error: unknown): void;
  /** Called when the plugin and all plugins that it registered have loaded. */
  finish(): void;
}

/** Loads the plugins of one object in order. A synchronous plugin runs immediately if no other is loading. */
export class PluginLoader {
  /** Called when plugins start loading, and with `undefined` when they have loaded. */
  readonly #onChange: (loading: Promise<void> | undefined) => void;
  /** Stays rejected after a failure. */
  #loading: Promise<void> | undefined;
  #active: PluginTask | undefined;
  #hasFailed = false;

  constructor(onChange: (loading: Promise<void> | undefined) => void) {
    this.#onChange = onChange;
  }

  /** Creates the loader for the plugins of a plugin. This one waits for it. */
  inside(): PluginLoader {
    return new PluginLoader((loading) => {
      if (loading !== undefined) this.#waitFor(loading);
    });
  }

  /** Whether a plugin is loading, or has failed. */
  get isBusy(): boolean {
    return this.#loading !== undefined;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /**
   * Runs a plugin, or queues it after one that is still loading.
   *
   * @throws Error with the name of the plugin when it throws
   */
  add(task: PluginTask): void {
    const loading = this.#loading === undefined ? this.#run(task) : this.#loading.then(() => this.#run(task));
    if (loading !== undefined) this.#waitFor(loading);
  }

  fail(error: unknown): void {
    this.#waitFor(Promise.reject(error));
  }

  /** Resolves when the plugins registered here have loaded. */
  async idle(): Promise<void> {
    while (this.#loading !== undefined) await this.#loading;
  }

  #waitFor(loading: Promise<void>): void {
    const all = Promise.all([this.#loading, loading]).then(() => {
      if (this.#loading !== all) return;
      this.#loading = undefined;
      this.#onChange(undefined);
    });
    // Whoever waits for the application handles the rejection.
    all.catch(() => {
      this.#hasFailed = true;
    });
    this.#loading = all;
    this.#onChange(all);
  }

  /** Returns a promise if there is something to wait for. */
  #run(task: PluginTask): Promise<void> | undefined {
    const result = startNamed(task);
    if (isThenable(result) || task.inner.isBusy) return this.#complete(task, result);
    task.finish();
    return undefined;
  }

  async #complete(task: PluginTask, result: unknown): Promise<void> {
    this.#active = task;
    try {
      if (isThenable(result)) await this.#inTime(task, result);
      await task.inner.idle();
      task.finish();
    } catch (error) {
      throw nameError(task.name, error);
    } finally {
      this.#active = undefined;
    }
  }

  async #inTime({ timeout }: PluginTask, result: PromiseLike<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((_resolve, reject) => {
      if (timeout > 0) timer = setTimeout(() => reject(tooSlow(this.#innermost() as PluginTask)), timeout);
    });
    await Promise.race([result, late]).finally(() => clearTimeout(timer));
  }

  /** The innermost plugin that is loading: others may be waiting for it. */
  #innermost(): PluginTask | undefined {
    const active = this.#active;
    return active === undefined ? undefined : (active.inner.#innermost() ?? active);
  }
}

/** Errors whose message already names the plugin. */
const named = new WeakSet<Error>();

function startNamed(task: PluginTask): unknown {
  try {
    return task.start();
  } catch (thrown) {
    const error = nameError(task.name, thrown);
    task.abort(error);
    throw error;
  }
}

/** Adds the plugin's name to an error, once: the innermost plugin is the one that failed. */
function nameError(name: string, error: unknown): Error {
  if (isThrownError(error) && named.has(error)) return error;
  const result = new Error(`Plugin "${name}" failed: ${thrownText(error)}`, { cause: error });
  named.add(result);
  return result;
}

function tooSlow({ name, timeout }: PluginTask): Error {
  const error = new Error(
    `Plugin "${name}" has not finished: expected it to settle within ${timeout} ms. Raise the timeout option of register() for a slow plugin, and do not await ready() of an enclosing scope inside a plugin.`,
  );
  named.add(error);
  return error;
}
