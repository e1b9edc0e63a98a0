import type { NextFunction, ParamCallback } from '../../handler.ts';
import type { Request, Response } from '../../messages.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { tracedParam } from '../tracing/traced-function.ts';
import type { PipelineRun } from './run.ts';

/** What came of a param's callbacks. */
export interface CalledParam {
  /** The value as the path has it: the callbacks run again when another path has another. */
  readonly captured: unknown;
  /** The value as the callbacks left it. */
  value: unknown;
  error: unknown;
}

/** Called when the callbacks have passed the request on, with the error of the one that failed. */
type Settled = (error?: unknown) => void;

/**
 * Runs the callbacks for what a pattern has captured, one after the other, as Express does: once for each request and
 * value; a name whose callback has failed fails again without a call; what a callback makes of `req.params` is there again
 * when the same value comes back.
 */
export function runParamCallbacks(run: PipelineRun, names: readonly string[], settled: Settled): void {
  const { req, res, pipeline } = run;
  run.called ??= new Map();
  const { called } = run;
  const pass = (at: number): void => {
    const name = names[at];
    if (name === undefined) {
      settled();
      return;
    }
    const list = pipeline.params.get(name);
    const value = req.params[name];
    if (list === undefined || value === undefined) {
      pass(at + 1);
      return;
    }
    const before = called.get(name);
    if (before !== undefined && isSettled(before, value)) {
      (req.params as Record<string, unknown>)[name] = before.value;
      if (before.error) settled(before.error);
      else pass(at + 1);
      return;
    }
    const record: CalledParam = { captured: value, value, error: undefined };
    called.set(name, record);
    runList(list, 0, { name, record, req, res }, (error) => {
      if (error) settled(error);
      else pass(at + 1);
    });
  };
  pass(0);
}

/** As in Express: an error holds for every value of the name, `'route'` for this one alone. */
function isSettled({ captured, error }: CalledParam, value: unknown): boolean {
  return captured === value || (Boolean(error) && error !== 'route');
}

interface ParamCall {
  readonly name: string;
  readonly record: CalledParam;
  readonly req: Request;
  readonly res: Response;
}

function runList(list: readonly ParamCallback[], at: number, call: ParamCall, settled: Settled): void {
  const { name, record, req, res } = call;
  let passed = false;
  const next: NextFunction = (error) => {
    if (passed && !error) {
      warnTwice(name);
      return;
    }
    passed = true;
    record.value = req.params[name];
    record.error = error;
    if (error) settled(error);
    else runList(list, at + 1, call, settled);
  };
  const callback = list[at];
  if (callback === undefined) {
    settled();
    return;
  }
  const fail = (thrown: unknown): void =>
    next(thrown || new Error(`a callback of the param "${name}" threw ${String(thrown)}`));
  try {
    const called = isTraced() ? tracedParam(callback) : callback;
    const result = called(req, res, next, record.captured, name);
    // Not by its class: promises of libraries, and those of another realm, reject too.
    if (isThenable(result)) result.then(undefined, fail);
  } catch (thrown) {
    fail(thrown);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

function warnTwice(name: string): void {
  process.emitWarning(
    `a callback of the param "${name}" called next() a second time; the second call had no effect.`,
    { type: 'NextpressWarning', code: 'NEXTPRESS_NEXT_TWICE' },
  );
}
