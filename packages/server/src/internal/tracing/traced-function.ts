/** @module Makes functions publish their calls. Used in plans that are made while there are subscribers. */
import type { Next } from '@nextpress/middleware';
import type { ErrorHandler, Handler, ParamCallback } from '../../handler.ts';
import type { Request, Response } from '../../messages.ts';
import type { Path } from '../path/path-matcher.ts';
import type { Layer } from '../registration/layer.ts';
import type { ServerLayer } from '../registration/stack.ts';
import {
  noteThrown,
  publishEnd,
  publishError,
  publishSettled,
  recordError,
  runTraced,
  type TracedCall,
} from './request-channel.ts';

/** The layer of a router that a request has come to last, and the pattern that matched. */
interface Matched {
  readonly layer: Layer;
  readonly pattern: Path;
}

const MATCHED: unique symbol = Symbol('matched');

type MatchedRequest = Request & { [MATCHED]?: Matched | undefined };

/** Notes which layer of a router a request has come to, for the events of all that the layer runs. */
export function noteMatched(req: MatchedRequest, layer: Layer, path: string): void {
  const { rawPath } = layer;
  const match = Array.isArray(rawPath) && layer.match(path);
  req[MATCHED] = { layer, pattern: match ? match.pattern : rawPath };
}

/** The function of a layer, with its events. */
export function tracedFunction(layer: Layer): ServerLayer {
  const { handle } = layer;
  if (handle.length > 4) return handle;
  const traced: ServerLayer =
    handle.length === 4
      ? (error: unknown, req: Request, res: Response, next: Next) => {
          const route = patternOf(req, layer);
          const call = {
            req,
            res,
            incomingError: error,
            layer,
            handler: handle,
            route,
            errorHandler: true as const,
          };
          recordError(req, error);
          trace(call, next, (passOn) => (handle as ErrorHandler)(error, req, res, passOn));
        }
      : (req: Request, res: Response, next: Next) => {
          const call = { req, res, layer, handler: handle, route: patternOf(req, layer) };
          trace(call, next, (passOn) => (handle as Handler)(req, res, passOn));
        };
  return Object.defineProperty(traced, 'name', { value: handle.name });
}

/** A callback of a param, with its events. */
export function tracedParam(callback: ParamCallback): ParamCallback {
  return (req, res, next, value, name) => {
    const { layer, pattern } = (req as MatchedRequest)[MATCHED] as Matched;
    trace({ req, res, layer, handler: callback, route: pattern, param: name }, next, (passOn) =>
      callback(req, res, passOn, value, name),
    );
  };
}

/** Middleware for every path has matched by itself; what is inside of a route or a prefix has been noted. */
function patternOf(req: MatchedRequest, layer: Layer): Path | undefined {
  if (layer.slash) req[MATCHED] = { layer, pattern: layer.rawPath };
  return req[MATCHED]?.pattern;
}

function trace(call: TracedCall, next: Next, run: (passOn: Next) => unknown): void {
  const req = call.req as MatchedRequest;
  const matched = req[MATCHED];
  const passOn = (error?: unknown): void => {
    req[MATCHED] = matched;
    publishError(call, error);
    next(error);
  };
  runTraced(call, () => {
    let returned: unknown;
    try {
      returned = run(passOn);
    } catch (error) {
      // The chain makes an error of a falsy value; `next` would continue.
      if (error) passOn(error);
      noteThrown(call, error, false);
      publishEnd(call, false);
      if (!error) throw error;
      return;
    }
    const isPending = isThenable(returned);
    if (!isPending) call.result = returned;
    publishEnd(call, isPending);
    if (isPending) traceSettling(call, passOn, returned as PromiseLike<unknown>);
  });
}

/** Only the first outcome is the end of the call; an error of a later one is passed on all the same. */
function traceSettling(call: TracedCall, passOn: Next, promise: PromiseLike<unknown>): void {
  let isSettled = false;
  const settle = (note: () => void): void => {
    if (isSettled) return;
    isSettled = true;
    note();
    publishSettled(call);
  };
  const reject = (error: unknown): void => {
    passOn(error);
    settle(() => noteThrown(call, error, true));
  };
  try {
    promise.then(
      (value) => settle(() => Object.assign(call, { result: value })),
      (error) => reject(error || new Error('Rejected promise')),
    );
  } catch (error) {
    reject(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
