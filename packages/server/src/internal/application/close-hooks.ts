import { clearTimeout, setTimeout } from 'node:timers';
import { MAX_TIMER_DELAY } from '@nextpress/semantics/options';
import type { Application } from '../../types.ts';
import type { HookFunction } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';

type CloseHook = (app: Application) => unknown;
export type CloseHookName = 'preClose' | 'onClose';

/** What is left of a hook that takes too long. */
const LATE: unique symbol = Symbol('late');

/**
 * Runs the hooks of a name, one after the other: inner scopes first, and what was registered last first. Neither an error nor a hook that
 * never settles keeps the other hooks from running.
 *
 * @param time - for how many milliseconds all of them together are awaited
 * @returns their errors
 */
export async function runCloseHooks(
  name: CloseHookName,
  { app, root }: { readonly app: Application; readonly root: ScopeNode },
  time: number,
): Promise<unknown[]> {
  const hooks = closeHooks(name, root) as CloseHook[];
  if (hooks.length === 0) return [];
  const errors: unknown[] = [];
  const { promise: late, stop } = after(time);
  for (const hook of hooks) {
    try {
      // A late hook that rejects is handled by the race.
      if ((await Promise.race([hook(app), late])) === LATE) errors.push(lateError(name, hook, time));
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
    `A ${name} hook${of} has not finished: expected all of them to settle within ${time} ms. Raise "grace" if they need longer.`,
  );
}

function closeHooks(name: CloseHookName, scope: ScopeNode): HookFunction[] {
  const inner = [...scope.children].reverse().flatMap((child) => closeHooks(name, child));
  return [...inner, ...[...scope.hooksOf(name)].reverse()];
}
