import { isThenable, reportLateError, warn } from '@nextpress/middleware';
import { errorForNext } from '@nextpress/semantics/thrown-value';
import type { ParamCallback, Request, Response } from '../../types/application.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { Instrument } from './instrument.ts';

/** The result of the callbacks of a param. */
export interface CalledParam {
  /** The value in the path. The callbacks run again for another value. */
  readonly captured: unknown;
  /** The value after the callbacks. */
  value: unknown;
  error: unknown;
}

/**
 * The results of a request's callbacks. The key is the list of the innermost scope that has callbacks for the
 * name.
 */
export type CalledParams = Map<readonly ParamCallback[], CalledParam>;

/** The part of a run that the callbacks use. */
export interface ParamRun {
  readonly req: Request;
  readonly res: Response;
  readonly instrument: Instrument;
  /** The callbacks that have run. */
  called: CalledParams | undefined;
  /** Whether to ignore an error of a callback that has already called `next()`. */
  isErrorTooLate(): boolean;
}

type Done = (error?: unknown) => void;

/**
 * Runs the callbacks of captured params one after the other, as Express does: once per request and value. A failed param
 * fails again without a call, and a value that a callback has replaced is replaced again. A scope's callbacks
 * run after those of its enclosing scopes, and callbacks that a callback adds run as well.
 */
export function runParamCallbacks(
  run: ParamRun,
  { lineage }: ScopeNode,
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
    const callbacks = lineage.findLast(({ params }) => params.has(name))?.params.get(name);
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
      callFrom(0, 0, { lineage, name, param, run }, next);
    }
  };
  runFrom(0);
}

/** As in Express, an error applies to every value of the name, but `'route'` only to one value. */
function holdsFor({ captured, error }: CalledParam, value: unknown): boolean {
  return captured === value || (Boolean(error) && error !== 'route');
}

interface ParamCall {
  /** The scopes whose callbacks run, the outermost first. */
  readonly lineage: readonly ScopeNode[];
  readonly name: string;
  readonly param: CalledParam;
  readonly run: ParamRun;
}

/** Calls the callbacks from a position in a scope's list. */
function callFrom(depth: number, at: number, call: ParamCall, done: Done): void {
  const { lineage, name, param, run } = call;
  const { req, res, instrument } = run;
  const scope = lineage[depth];
  if (scope === undefined) {
    done();
    return;
  }
  const callback = scope.params.get(name)?.[at];
  if (callback === undefined) {
    callFrom(depth + 1, 0, call, done);
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
    else callFrom(depth, at + 1, call, done);
  };
  const fail = (thrown: unknown): void => next(errorForNext(thrown, `a callback of the param "${name}"`));
  try {
    const result = instrument.paramOf(callback, name, scope)(req, res, next, param.captured, name);
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
