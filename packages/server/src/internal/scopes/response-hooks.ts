/** @module Calls the hooks `onSend`, `onResponse` and `onError`. Requests to which none applies never reach this file. */

import type { Payload } from '@nextpress/core';
import { isThenable } from '@nextpress/middleware';
import type { HookEntry } from './hook-list.ts';
import type { HookFunction } from './hooks.ts';
import type { ScopeNode } from './scope-node.ts';

/** The names of the hooks that are not layers of a chain. */
export type ResponseHookName = 'onSend' | 'onResponse' | 'onError';

/** The hooks of a scope and of those around it, from the outside to the inside. */
export type ResponseHooks = Readonly<Record<ResponseHookName, readonly HookFunction[]>>;

const NAMES: readonly ResponseHookName[] = ['onSend', 'onResponse', 'onError'];

const NONE: ResponseHooks = { onSend: [], onResponse: [], onError: [] };

/**
 * Collects the hooks of a scope; `undefined` when there are none.
 *
 * @param functionOf - returns the function to call for a hook
 */
export function responseHooksOf(
  { lineage }: ScopeNode,
  functionOf: (hook: HookEntry, scope: ScopeNode) => HookFunction,
): ResponseHooks | undefined {
  const hooks: Record<ResponseHookName, readonly HookFunction[]> = { ...NONE };
  for (const name of NAMES) {
    hooks[name] = lineage.flatMap((scope) =>
      scope.hookEntriesOf(name).map((hook) => functionOf(hook, scope)),
    );
  }
  return NAMES.some((name) => hooks[name].length > 0) ? hooks : undefined;
}

/** Passes a payload through `onSend` hooks. Asynchronous only from the first hook on that returns a promise. */
export function passPayload(
  hooks: readonly HookFunction[],
  req: unknown,
  res: unknown,
  payload: Payload,
  from = 0,
): Payload | PromiseLike<Payload> {
  let current = payload;
  for (let at = from; at < hooks.length; at++) {
    const hook = hooks[at] as HookFunction;
    const result = callHook(hook, req, res, current);
    if (isThenable(result)) {
      // The native promise keeps the context of AsyncLocalStorage when the hook has returned that of a library.
      return Promise.resolve(result).then((settled) =>
        passPayload(hooks, req, res, replace(hook, current, settled), at + 1),
      );
    }
    current = replace(hook, current, result);
  }
  return current;
}

/** The result of a hook; without one, the payload stays. */
function replace({ name }: HookFunction, payload: Payload, result: unknown): Payload {
  if (result === undefined) return payload;
  if (result === null || typeof result === 'string' || result instanceof Uint8Array) return result;
  const hook = name === '' ? 'an onSend hook' : `the onSend hook ${name}`;
  throw new TypeError(
    `Invalid payload of ${hook}: expected a string, a Uint8Array, null or undefined, got a value of type ${typeof result}`,
  );
}

/** Calls hooks that only observe. `log` gets their errors. */
export function notify(
  hooks: readonly HookFunction[],
  args: readonly unknown[],
  log: (error: unknown) => void,
): void {
  for (const hook of hooks) {
    try {
      const result = callHook(hook, ...args);
      if (isThenable(result)) result.then(undefined, log);
    } catch (error) {
      log(error);
    }
  }
}

function callHook(hook: HookFunction, ...args: readonly unknown[]): unknown {
  return Reflect.apply(hook, undefined, args);
}
