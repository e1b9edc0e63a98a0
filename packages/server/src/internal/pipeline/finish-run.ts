/** @module Hot: how a run ends, and where the request goes then. Bench: `pnpm bench`. */
import type { NextFunction } from '../../handler.ts';
import type { ParamsDictionary, Request } from '../../messages.ts';
import { notePassed } from '../answer/answer-unmatched.ts';
import { isTraced, recordError } from '../tracing/request-channel.ts';
import type { PipelineRun } from './run.ts';
import { callShallow } from './shallow.ts';

/** The innermost run that a request is in. */
export const RUN: unique symbol = Symbol('run');

/** A request with its run. */
export interface RunningRequest extends Request {
  [RUN]?: PipelineRun | undefined;
}

/** What a finished run restores before the request continues in the application or router around it. */
export interface OuterState {
  readonly run: PipelineRun | undefined;
  /** How many applications and routers the request is in. */
  readonly level: number;
  readonly params: ParamsDictionary;
  readonly routerNext: NextFunction | undefined;
  /** Continues in the application or router around. */
  readonly next: NextFunction;
}

/**
 * Finishes a run that no further layer handles. Express leaves a router later when its last layer has passed the request on, and
 * sends the pages of an application once the request has ended: a layer that goes on after `next()` may still respond.
 */
export function finishRun(run: PipelineRun, error: unknown, later: boolean): void {
  const { outer, pipeline, res } = run;
  const sendsPage = outer === undefined && pipeline.expressVersion !== undefined && !res.headersSent;
  if (later || sendsPage) setImmediate(finish, run, error);
  else finish(run, error);
}

/**
 * Ends the runs inside `run` that the request is in: their layers can no longer pass it on.
 *
 * @returns whether the request was still in `run`
 */
export function endInnerRuns(run: PipelineRun): boolean {
  const req: RunningRequest = run.req;
  const innermost = req[RUN];
  if (!isWithin(innermost, run)) return false;
  for (let inner = innermost; inner !== undefined && inner !== run; inner = inner.outer?.run) {
    inner.cancel();
    inner.unmount();
  }
  req[RUN] = run;
  return true;
}

function isWithin(innermost: PipelineRun | undefined, run: PipelineRun): boolean {
  let around = innermost;
  while (around !== undefined && around !== run) around = around.outer?.run;
  return around === run;
}

/** The path of what `req.url` is now; `undefined` when it has none. */
export function pathnameOf(req: Request): string | undefined {
  try {
    return req.pathname;
  } catch {
    return undefined;
  }
}

function finish(run: PipelineRun, error: unknown): void {
  const { outer, pipeline } = run;
  const req: RunningRequest = run.req;
  const pathname = pathnameOf(req);
  let out = error;
  try {
    if (!error && pathname !== undefined && notePassed(pipeline, pathname, req, run.res)) return;
  } catch (thrown) {
    out = thrown;
  }
  if (outer === undefined) {
    pipeline.answer(out, req, run.res);
    return;
  }
  if (out && isTraced()) recordError(req, out);
  if (req[RUN] === run) {
    req[RUN] = outer.run;
    req.params = outer.params;
    req.baseUrl = run.baseUrl;
    req.next = outer.routerNext;
  }
  callShallow(outer.next, out);
}
