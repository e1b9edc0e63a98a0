/** @module Starts and calls the hooks `onSend`, `onResponse` and `onError`. */

import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers';
import { isPayloadPending, PAYLOAD_HOOK, type Payload, type PayloadHook } from '@nextpress/core';
import { isThenable, reportLateError } from '@nextpress/middleware';
import { isExchangeOver, isQueued, onExchangeEnd } from '@nextpress/semantics/exchange-end';
import type { Request, Response } from '../../types/application.ts';
import type { HookEntry, HookFunction } from './hooks.ts';
import type { ScopeNode } from './scope-node.ts';

/** The names of the hooks that are not layers of a chain. */
export type ResponseHookName = 'onSend' | 'onResponse' | 'onError';

/** The hooks of a scope and its enclosing scopes, outermost first. */
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

/** Passes a payload through `onSend` hooks. Synchronous until a hook returns a promise. */
function passPayload(
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
      // A native promise keeps the context of AsyncLocalStorage even if the hook returned a library's
      // promise.
      return Promise.resolve(result).then((settled) =>
        passPayload(hooks, req, res, replace(hook, current, settled), at + 1),
      );
    }
    current = replace(hook, current, result);
  }
  return current;
}

/** The result of a hook, or the current payload if it returned none. */
function replace({ name }: HookFunction, payload: Payload, result: unknown): Payload {
  if (result === undefined) return payload;
  if (result === null || typeof result === 'string' || result instanceof Uint8Array) return result;
  const hook = name === '' ? 'an onSend hook' : `the onSend hook ${name}`;
  throw new TypeError(
    `Invalid payload of ${hook}: expected a string, a Uint8Array, null or undefined, got a value of type ${typeof result}`,
  );
}

/** Calls hooks whose results are ignored. `log` gets their errors. */
function notify(
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

/** The part of a run that the hooks use. */
export interface HookedRun {
  readonly req: Request;
  readonly res: Response;
  readonly outer: { readonly run: HookedRun | undefined } | undefined;
  readonly plan: { readonly hooks: { readonly sends: boolean; readonly responds: boolean } };
  readonly registry: { readonly log: ((error: unknown, req: Request) => void) | undefined };
  hasResponseHooks?: boolean;
  /** Whether the request is in this run, or in a nested one. */
  isInside(): boolean;
  /** The hooks in the current scope; `undefined` if there are none. */
  responseHooks(): ResponseHooks | undefined;
}

type HookedResponse = Response & { [PAYLOAD_HOOK]?: PayloadHook | undefined };

/** Prepares a response for the hooks of its scope, which is known only when the response is sent. */
export function startResponseHooks(run: HookedRun): void {
  if (run.hasResponseHooks) return;
  run.hasResponseHooks = true;
  const { sends, responds } = run.plan.hooks;
  const res: HookedResponse = run.res;
  if (sends && !isPayloadPending(res)) {
    const outer = res[PAYLOAD_HOOK];
    res[PAYLOAD_HOOK] = (payload) => sendThrough(run, payload, outer);
  }
  if (responds) watchEnd(run);
}

/** Hooks of outer applications come first, like those of outer scopes. */
function sendThrough(
  run: HookedRun,
  payload: Payload,
  outer: PayloadHook | undefined,
): ReturnType<PayloadHook> {
  const { req, res } = run;
  const passOwn = (result: Awaited<ReturnType<PayloadHook>>): Payload | PromiseLike<Payload> => {
    const current = result === undefined ? payload : result;
    const hooks = run.isInside() ? run.responseHooks()?.onSend : undefined;
    return hooks === undefined ? current : passPayload(hooks, req, res, current);
  };
  if (outer === undefined) return passOwn(undefined);
  const result = outer(payload, res);
  return isThenable(result) ? result.then(passOwn) : passOwn(result as Payload);
}

/** Calls the `onResponse` hooks once. */
function watchEnd(run: HookedRun): void {
  const { req, res } = run;
  const callHooks = (): void => {
    const hooks = run.isInside() ? run.responseHooks()?.onResponse : undefined;
    if (hooks !== undefined) notify(hooks, [req, res], (error) => logHookError(run, error));
  };
  // The client may have disconnected while plugins were loading.
  if (isExchangeOver(res)) setImmediate(callHooks);
  else onExchangeEnd(res, isQueued(res) ? inContextOfEnd(res, callHooks) : callHooks);
}

/** A queued response is sent in the asynchronous context of another request, and its connection may close there. */
function inContextOfEnd(res: Response, callback: () => void): () => void {
  let run = AsyncResource.bind(callback);
  const { end } = res;
  res.end = function endInContext(this: Response, ...args: unknown[]) {
    run = AsyncResource.bind(callback);
    return Reflect.apply(end, this, args);
  } as Response['end'];
  return () => run();
}

const observed = new WeakMap<HookedRun, unknown>();

/** Calls the `onError` hooks of the scopes that a request is in, outermost first, once for each error. */
export function observeError(run: HookedRun, error: unknown): void {
  if (run.outer?.run !== undefined) observeError(run.outer.run, error);
  const hooks = run.responseHooks();
  if (hooks === undefined) return;
  // Errors such as a malformed target occur before the hooks have been started.
  if (hooks.onSend.length > 0 || hooks.onResponse.length > 0) startResponseHooks(run);
  if (hooks.onError.length === 0 || (observed.has(run) && observed.get(run) === error)) return;
  observed.set(run, error);
  notify(hooks.onError, [error, run.req, run.res], (failure) => logHookError(run, failure));
}

/** Logs an error that can no longer affect the response. */
export function logHookError(run: HookedRun, error: unknown): void {
  let outermost = run;
  while (outermost.outer?.run !== undefined) outermost = outermost.outer.run;
  const { log } = outermost.registry;
  if (log === undefined) reportLateError(error);
  else log(error, run.req);
}
