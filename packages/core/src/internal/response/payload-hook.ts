/** @module Passes a response's payload through its hook. Callers check first whether there is one. */

import type { ServerResponse } from 'node:http';
import { isThenable } from '@nextpress/semantics/thenable';
import { errorForNext } from '@nextpress/semantics/thrown-value';
import { PAYLOAD_HOOK, type Payload, type PayloadHook } from '../../response-slots.ts';
import type { PatchedResponse } from '../patched-messages.ts';

/** Sends a payload that the hook returned. */
export type WritePayload = (res: PatchedResponse, payload: Payload) => void;

/** Called with a hook's error, which is never falsy. */
export type FailPayload = (error: unknown) => void;

type Result = Awaited<ReturnType<PayloadHook>>;

/** Servers with routing set `next`. */
interface ContinuedRequest {
  readonly next?: (error?: unknown) => void;
}

/** Whether the response's hook is running: its payload is fixed, but its headers are not sent yet. */
export function isPayloadPending(res: object): boolean {
  return (res as { readonly [PAYLOAD_HOOK]?: unknown })[PAYLOAD_HOOK] === refuseSecond;
}

/**
 * Called before a helper changes status and headers for its own response.
 *
 * @throws Error `ERR_HTTP_HEADERS_SENT` while the hook of another response is running
 */
export function checkNotPending(res: object): void {
  if (isPayloadPending(res)) throw headersSent();
}

/**
 * Calls `write` with the payload that the hook returns, in the asynchronous context of the caller. An error goes to `next` of
 * the layer that responds.
 *
 * @throws Error `ERR_HTTP_HEADERS_SENT` after a response, or while the hook is running; any error if there is no `next`
 */
export function passThroughHook(
  res: PatchedResponse,
  hook: PayloadHook,
  payload: Payload,
  write: WritePayload,
  failWith: FailPayload = (res.req as ContinuedRequest).next ?? rethrow,
): void {
  if (res.headersSent || hook === refuseSecond) throw headersSent();
  const finish = (result: Result): void => {
    res[PAYLOAD_HOOK] = hook;
    write(res, replacementOf(payload, result));
  };
  const fail = (error: unknown): void => {
    res[PAYLOAD_HOOK] = hook;
    failWith(errorForNext(error, 'A payload hook'));
  };
  res[PAYLOAD_HOOK] = refuseSecond;
  try {
    const result = hook(payload, res);
    if (!isThenable(result)) finish(result);
    // A native promise keeps the AsyncLocalStorage context even if the hook returned a library's promise.
    else
      Promise.resolve(result)
        .then(finish)
        .catch(fail)
        .catch(() => res.destroy());
  } catch (error) {
    fail(error);
  }
}

/**
 * Sends the payload of a server's own response, through the response's hook if it has one.
 *
 * @param failWith - called with an error of the hook or of `write`
 */
export function sendPayload(
  res: ServerResponse,
  payload: Payload,
  write: (payload: Payload) => void,
  failWith: FailPayload,
): void {
  const hook = (res as PatchedResponse)[PAYLOAD_HOOK];
  if (hook === undefined) write(payload);
  else passThroughHook(res as PatchedResponse, hook, payload, (_res, result) => write(result), failWith);
}

function rethrow(error: unknown): never {
  throw error;
}

/** Replaces the hook while it is running. Never called. */
const refuseSecond: PayloadHook = () => null;

function headersSent(): Error {
  const error = new Error('Cannot set headers after they are sent to the client');
  return Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' });
}

function replacementOf(payload: Payload, result: Result): Payload {
  if (result === undefined) return payload;
  if (result === null || typeof result === 'string' || result instanceof Uint8Array) return result;
  throw new TypeError(
    `Invalid payload: expected a hook to return a string, a Uint8Array, null or undefined, got a value of type ${typeof result}`,
  );
}
