/** @module The diagnostics channel `express.router.request`, with the events of Express 5.3's router. */
import { tracingChannel } from 'node:diagnostics_channel';
import type { ChainFunction, Layer, ParamCallback, Request, Response } from '../../types/application.ts';
import type { Path } from '../../types/values.ts';

/** One call of a function: the message of all its events. */
export interface TracedCall {
  readonly req: Request;
  readonly res: Response;
  /** The error that an error handler is called with. */
  readonly incomingError?: unknown;
  /** The layer of the function; for a param callback, that of the route or prefix that captured the param. */
  readonly layer: Layer;
  readonly handler: ChainFunction | ParamCallback;
  /** The pattern that matched in the router, as it was registered. */
  readonly route: Path | undefined;
  /** The name of the param, for a param callback. */
  readonly param?: string;
  readonly errorHandler?: true;
  /** The value that the function returned, or that its promise resolved to. */
  result?: unknown;
  error?: unknown;
}

const channel = tracingChannel<unknown, TracedCall>('express.router.request');

/** Whether the channel has subscribers. */
export function isTraced(): boolean {
  return channel.hasSubscribers;
}

/** The errors published for a request. A registered symbol, because Express's packages share it. */
const PUBLISHED: unique symbol = Symbol.for('router.tracing.publishedErrors') as never;

type TracedRequest = Request & { [PUBLISHED]?: Set<unknown> };

/**
 * Records an error of a request, so that the function that caused it publishes it, and not the routers around
 * it.
 *
 * @returns whether the error is new
 */
export function recordError(req: TracedRequest, error: unknown): boolean {
  if (!error || isSignal(error)) return false;
  req[PUBLISHED] ??= new Set();
  if (req[PUBLISHED].has(error)) return false;
  req[PUBLISHED].add(error);
  return true;
}

function isSignal(error: unknown): boolean {
  return error === 'route' || error === 'router';
}

/** Calls a function inside its `start` event, with the bound stores of subscribers. */
export function runTraced(call: TracedCall, run: () => void): void {
  channel.start.runStores(call, run);
}

/** Publishes an error that a function passes to `next`, unless the error came from another function. */
export function publishError(call: TracedCall, error: unknown): void {
  const { req, incomingError } = call as TracedCall & { readonly req: TracedRequest };
  // An error handler that passes on another value has handled its own error; thrown again, that one is new.
  if (call.errorHandler && error !== incomingError) req[PUBLISHED]?.delete(incomingError);
  if (!recordError(req, error)) return;
  call.error = error;
  channel.error.publish(call);
}

/** Publishes that a function has returned. `error` is shown only when the function is finished. */
export function publishEnd(call: TracedCall, isPending: boolean): void {
  if (!isPending || !('error' in call)) {
    channel.end.publish(call);
    return;
  }
  const { error } = call;
  delete call.error;
  channel.end.publish(call);
  call.error = error;
}

/** Publishes that the promise of a function has settled. */
export function publishSettled(call: TracedCall): void {
  channel.asyncStart.runStores(call, () => channel.asyncEnd.publish(call));
}

/** Adds a thrown error to the following events, even if it was published before. */
export function noteThrown(call: TracedCall, error: unknown): void {
  if (!('error' in call)) call.error = error;
}
