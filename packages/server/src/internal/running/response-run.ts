/** @module Starts the hooks `onSend` and `onResponse` of a request, and calls those of `onError`. */

import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers';
import {
  isPayloadPending,
  JSON_SERIALIZER,
  PAYLOAD_HOOK,
  type Payload,
  type PayloadHook,
  type ResponseSlots,
} from '@nextpress/core';
import { isThenable, reportLateError } from '@nextpress/middleware';
import { isExchangeOver, isQueued, onExchangeEnd } from '@nextpress/semantics/exchange-end';
import type { Request, Response } from '../../types.ts';
import type { LogError } from '../responding/error-response.ts';
import { notify, passPayload, type ResponseHooks } from '../scopes/response-hooks.ts';

/** The part of a run that the hooks use. */
export interface HookedRun {
  readonly req: Request;
  readonly res: Response;
  readonly outer: { readonly run: HookedRun | undefined } | undefined;
  readonly plan: { readonly hooks: { readonly sends: boolean; readonly responds: boolean } };
  readonly pipeline: { readonly log: LogError | undefined };
  hasResponseHooks?: boolean;
  /** Whether the request is in this run, or in one inside. */
  isInside(): boolean;
  /** The hooks in the current scope; `undefined` without any. */
  responseHooks(): ResponseHooks | undefined;
}

/** The serializer of a route is for its own responses, and for those of error handlers to its errors. */
export function clearSerializer(res: Response & Partial<ResponseSlots>, error: unknown): void {
  const isContinued = !error || error === 'route' || error === 'router';
  if (isContinued && res[JSON_SERIALIZER] !== undefined) res[JSON_SERIALIZER] = undefined;
}

type HookedResponse = Response & { [PAYLOAD_HOOK]?: PayloadHook | undefined };

/** Prepares the response of a request for the hooks of its scope, which is known only when the response is sent. */
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

/** The hooks of the applications that mount this one come first, as those of outer scopes do. */
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

/** A queued response is sent, and its connection may close, in the asynchronous context of another request. */
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

/** Calls the `onError` hooks of the scopes that a request is in, from the outside to the inside, once for each error. */
export function observeError(run: HookedRun, error: unknown): void {
  if (run.outer?.run !== undefined) observeError(run.outer.run, error);
  const hooks = run.responseHooks();
  if (hooks === undefined) return;
  // An error may come before the hooks have been started, such as that of a malformed target.
  if (hooks.onSend.length > 0 || hooks.onResponse.length > 0) startResponseHooks(run);
  if (hooks.onError.length === 0 || (observed.has(run) && observed.get(run) === error)) return;
  observed.set(run, error);
  notify(hooks.onError, [error, run.req, run.res], (failure) => logHookError(run, failure));
}

/** Logs an error that no longer has an effect on the response. */
export function logHookError(run: HookedRun, error: unknown): void {
  let outermost = run;
  while (outermost.outer?.run !== undefined) outermost = outermost.outer.run;
  const { log } = outermost.pipeline;
  if (log === undefined) reportLateError(error);
  else log(error, run.req);
}
