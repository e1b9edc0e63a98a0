/**
 * @module Functions that publish their calls, used in plans that are built while the channel has subscribers.
 */
import { isThenable, type Next } from '@nextpress/middleware';
import { errorForNext } from '@nextpress/semantics/thrown-value';
import type { ChainFunction, Layer, ParamCallback, Request, Response } from '../../types/application.ts';
import type { ErrorHandler, Handler } from '../../types/declared-handlers.ts';
import type { Path } from '../../types/values.ts';
import {
  noteThrown,
  publishEnd,
  publishError,
  publishSettled,
  recordError,
  runTraced,
  type TracedCall,
} from './request-channel.ts';

/** The last layer of a router that the request has reached, and the pattern that matched. */
interface Matched {
  readonly layer: Layer;
  readonly pattern: Path;
}

const MATCHED: unique symbol = Symbol('matched');

type MatchedRequest = Request & { [MATCHED]?: Matched | undefined };

/** Records which layer of a router a request has reached, for the events of all functions that the layer runs. */
export function recordMatch(req: MatchedRequest, layer: Layer, path: string): void {
  const { rawPath } = layer;
  const match = Array.isArray(rawPath) && layer.match(path);
  req[MATCHED] = { layer, pattern: match ? match.pattern : rawPath };
}

/** Wraps what runs for a layer so that it publishes events. */
export function tracedFunction(layer: Layer, handle: ChainFunction): ChainFunction {
  if (handle.length > 4) return handle;
  const traced: ChainFunction =
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
          trace(call, next, (done) => (handle as ErrorHandler)(error, req, res, done));
        }
      : (req: Request, res: Response, next: Next) => {
          const call = { req, res, layer, handler: handle, route: patternOf(req, layer) };
          return trace(call, next, (done) => (handle as Handler)(req, res, done));
        };
  // What a function returns is sent only if it takes no `next`.
  return Object.defineProperties(traced, {
    name: { value: handle.name },
    length: { value: handle.length },
  });
}

/** Wraps a param callback so that it publishes events, unless the channel got its first subscriber during the request. */
export function tracedParam(callback: ParamCallback): ParamCallback {
  return (req, res, next, value, name) => {
    const matched = (req as MatchedRequest)[MATCHED];
    if (matched === undefined) return callback(req, res, next, value, name);
    const { layer, pattern } = matched;
    return trace({ req, res, layer, handler: callback, route: pattern, param: name }, next, (done) =>
      callback(req, res, done, value, name),
    );
  };
}

/** Middleware for every path records its own match; routes and prefixes already have. */
function patternOf(req: MatchedRequest, layer: Layer): Path | undefined {
  if (layer.slash) req[MATCHED] = { layer, pattern: layer.rawPath };
  return req[MATCHED]?.pattern;
}

/** Returns the function's result. A returned promise does not reject: its error goes to `next`. */
function trace(call: TracedCall, next: Next, run: (done: Next) => unknown): unknown {
  const req = call.req as MatchedRequest;
  const matched = req[MATCHED];
  const done = (error?: unknown): void => {
    req[MATCHED] = matched;
    publishError(call, error);
    next(error);
  };
  let returned: unknown;
  runTraced(call, () => {
    try {
      returned = run(done);
    } catch (error) {
      const failure = errorForNext(error, nameOf(call));
      done(failure);
      noteThrown(call, failure);
      publishEnd(call, false);
      return;
    }
    const isPending = isThenable(returned);
    if (!isPending) call.result = returned;
    publishEnd(call, isPending);
    if (isPending) returned = traceSettling(call, done, returned as PromiseLike<unknown>);
  });
  return returned;
}

function nameOf({ handler }: TracedCall): string {
  return handler.name || 'a handler';
}

/** Only the first outcome ends the call. A thenable may reject later, and that error still goes to `done`. */
function traceSettling(call: TracedCall, done: Next, promise: PromiseLike<unknown>): unknown {
  let isSettled = false;
  const settle = (note: () => void): void => {
    if (isSettled) return;
    isSettled = true;
    note();
    publishSettled(call);
  };
  const reject = (error: unknown): void => {
    const failure = errorForNext(error, nameOf(call));
    done(failure);
    settle(() => noteThrown(call, failure));
  };
  try {
    return promise.then((value) => {
      settle(() => Object.assign(call, { result: value }));
      return value;
    }, reject);
  } catch (error) {
    reject(error);
    return undefined;
  }
}
