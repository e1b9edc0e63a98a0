import { isThenable, reportLateError, warn } from '@nextpress/middleware';
import { errorForNext } from '@nextpress/semantics/thrown-value';
import type { ParamCallback, Request, Response } from '../../types/application.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { tracedParam } from '../tracing/traced-function.ts';

/** The callbacks of a router, by the name of the param. */
export type ParamCallbacks = ReadonlyMap<string, readonly ParamCallback[]>;

/** The result of the callbacks of a param. */
export interface CalledParam {
  /** The value in the path. The callbacks run again for another value. */
  readonly captured: unknown;
  /** The value after the callbacks. */
  value: unknown;
  error: unknown;
}

/** The results of the callbacks of a request, by the list of the callbacks: scopes may have their own for a name. */
export type CalledParams = Map<readonly ParamCallback[], CalledParam>;

/** The part of a run that the callbacks use. */
interface ParamRun {
  readonly req: Request;
  readonly res: Response;
  called: CalledParams | undefined;
  isErrorTooLate(): boolean;
}

type Done = (error?: unknown) => void;

/**
 * Runs the callbacks of captured params one after the other, as Express does: once per request and value. A failed param
 * fails again without a call, and a value that a callback has replaced is replaced again.
 */
export function runParamCallbacks(
  run: ParamRun,
  paramCallbacks: ParamCallbacks,
  names: readonly string[],
  done: Done,
): void {
  const { req } = run;
  run.called ??= new Map();
  const { called } = run;
  const runFrom = (at: number): void => {
    const name = names[at];
    if (name === undefined) {
      done();
      return;
    }
    const next: Done = (error) => {
      if (error) done(error);
      else runFrom(at + 1);
    };
    const callbacks = paramCallbacks.get(name);
    const value = req.params[name];
    if (callbacks === undefined || value === undefined) {
      next();
      return;
    }
    const previous = called.get(callbacks);
    if (previous !== undefined && holdsFor(previous, value)) {
      (req.params as Record<string, unknown>)[name] = previous.value;
      next(previous.error);
    } else {
      const param: CalledParam = { captured: value, value, error: undefined };
      called.set(callbacks, param);
      callInOrder(callbacks, 0, { name, param, run }, next);
    }
  };
  runFrom(0);
}

/** As in Express, an error holds for every value of the name, and `'route'` only for one value. */
function holdsFor({ captured, error }: CalledParam, value: unknown): boolean {
  return captured === value || (Boolean(error) && error !== 'route');
}

interface ParamCall {
  readonly name: string;
  readonly param: CalledParam;
  readonly run: ParamRun;
}

function callInOrder(callbacks: readonly ParamCallback[], at: number, call: ParamCall, done: Done): void {
  const { name, param, run } = call;
  const { req, res } = run;
  const callback = callbacks[at];
  if (callback === undefined) {
    done();
    return;
  }
  let isCalled = false;
  const next: Done = (error) => {
    if (isCalled && !error) {
      warnTwice(name);
      return;
    }
    if (isCalled && run.isErrorTooLate()) {
      reportLateError(error);
      return;
    }
    isCalled = true;
    param.value = req.params[name];
    param.error = error;
    if (error) done(error);
    else callInOrder(callbacks, at + 1, call, done);
  };
  const fail = (thrown: unknown): void => next(errorForNext(thrown, `a callback of the param "${name}"`));
  try {
    const called = isTraced() ? tracedParam(callback) : callback;
    const result = called(req, res, next, param.captured, name);
    // Not `instanceof Promise`: promises of libraries and of other realms reject too.
    if (isThenable(result)) result.then(undefined, fail);
  } catch (thrown) {
    fail(thrown);
  }
}

function warnTwice(name: string): void {
  warn(
    'NEXTPRESS_NEXT_TWICE',
    `A callback of the param "${name}" called next() a second time; the second call had no effect.`,
  );
}
