import { clearTimeout, setTimeout } from 'node:timers';
import { MAX_TIMER_DELAY } from '@nextpress/semantics/options';

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
export async function runCloseHooks(
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
    `The ${name} hook${of} has not finished: expected all of them to settle within ${time} ms. Raise "grace" if they need longer.`,
  );
}
