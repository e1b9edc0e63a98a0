/** @module The tracing channel `express.router.request`, as the router of Express 5.3 publishes it. */
import { tracingChannel } from 'node:diagnostics_channel';
import type { ParamCallback } from '../../handler.ts';
import type { Request, Response } from '../../messages.ts';
import type { Path } from '../path/path-matcher.ts';
import type { Layer } from '../registration/layer.ts';
import type { ServerLayer } from '../registration/stack.ts';

/** One call of a function: what subscribers are given with every event of it. */
export interface TracedCall {
  readonly req: Request;
  readonly res: Response;
  /** The error that an error handler is called for. */
  readonly incomingError?: unknown;
  /** The layer of the function; for a callback of a param, that of the route or the prefix that has captured it. */
  readonly layer: Layer;
  readonly handler: ServerLayer | ParamCallback;
  /** The pattern that the request has matched in the router, as it was registered. */
  readonly route: Path | undefined;
  /** The name of the param that a callback is called for. */
  readonly param?: string;
  readonly errorHandler?: true;
  /** What the function has returned, or its promise has resolved to. */
  result?: unknown;
  error?: unknown;
}

const channel = tracingChannel<unknown, TracedCall>('express.router.request');

/** Whether anything subscribes to the channel. */
export function isTraced(): boolean {
  return channel.hasSubscribers;
}

/** The errors that subscribers have heard of. Registered, since the packages of Express share it. */
const PUBLISHED: unique symbol = Symbol.for('router.tracing.publishedErrors') as never;

type TracedRequest = Request & { [PUBLISHED]?: Set<unknown> };

/**
 * Notes that an error has left the function that it comes from. Errors are published there alone, not by the routers around.
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

/** Calls a function inside of its `start` event, with what the stores of subscribers are bound to. */
export function runTraced(call: TracedCall, run: () => void): void {
  channel.start.runStores(call, run);
}

/** Publishes an error that a function has passed on, unless it came from elsewhere. */
export function publishError(call: TracedCall, error: unknown): void {
  const { req, incomingError } = call as TracedCall & { readonly req: TracedRequest };
  // An error handler that passes on something else has dealt with its error: if that is thrown again, it is a new one.
  if (call.errorHandler && error !== incomingError) req[PUBLISHED]?.delete(incomingError);
  if (!recordError(req, error)) return;
  call.error = error;
  channel.error.publish(call);
}

/** Publishes that a function has returned. `result` or `error` are only shown when it is done. */
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

/** Shows an error that was thrown in the events that follow, also if it was published before. */
export function noteThrown(call: TracedCall, error: unknown, isPending: boolean): void {
  if (!isSignal(error)) {
    if (!('error' in call)) call.error = error;
  } else if (!isPending) call.result = undefined;
}
