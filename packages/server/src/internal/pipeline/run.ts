/** @module Hot: runs once per request. Bench: `pnpm bench`. */
import { malformedTarget, NO_PARAMS } from '@nextpress/core';
import { type ErrorLayer, type Next, type RequestLayer, Run } from '@nextpress/middleware';
import { NO_PARAMS as NOTHING_CAPTURED, type Params } from '@nextpress/router';
import type { NextFunction } from '../../handler.ts';
import type { ParamsDictionary, Request, Response } from '../../messages.ts';
import { expressVersionIn, notePassed } from '../answer/answer-unmatched.ts';
import { isDecodable } from '../path/path-params.ts';
import { isTraced, recordError } from '../tracing/request-channel.ts';
import { mergeParams } from './merge-params.ts';
import { joinTarget, type MountedTarget, mountTarget } from './mounted-target.ts';
import type { CalledParam } from './param-callbacks.ts';
import type { Pipeline } from './pipeline.ts';
import type { PlannedChain } from './planned-chain.ts';
import { callShallow } from './shallow.ts';

/** The innermost run that a request is in. */
export const RUN: unique symbol = Symbol('run');

/** A request with its run. */
export interface RunningRequest extends Request {
  [RUN]?: PipelineRun | undefined;
}

/** What an application or a router restores when it passes a request on to whatever is around it. */
export interface OuterState {
  readonly run: PipelineRun | undefined;
  /** How many applications and routers the request is in. */
  readonly level: number;
  readonly params: ParamsDictionary;
  readonly routerNext: NextFunction | undefined;
  /** Continues around. */
  readonly next: NextFunction;
}

/** One request's way through the stack of an application or a router: Express's router keeps this state in closures. */
export class PipelineRun extends Run<Request, Response> {
  declare chain: PlannedChain;
  readonly pipeline: Pipeline;
  /** `undefined` in an application that isn't mounted. */
  readonly outer: OuterState | undefined;
  readonly baseUrl: string;
  /** The target and the method that the chain was found for. */
  url: string | undefined;
  method: string | undefined;
  /** What the path of the planned route captured. */
  captured: Params = NO_PARAMS;
  /** Set while a layer runs behind its prefix. */
  mounted: MountedTarget | undefined = undefined;
  /** The params whose callbacks have run. */
  called: Map<string, CalledParam> | undefined = undefined;

  constructor(pipeline: Pipeline, req: Request, res: Response, outer: OuterState | undefined) {
    super(pipeline.planForRequest().unmatched, req, res);
    this.pipeline = pipeline;
    this.outer = outer;
    this.baseUrl = req.baseUrl;
    this.url = req.url;
    this.method = req.method;
    req.params = this.paramsWith(NO_PARAMS);
    (req as RunningRequest)[RUN] = this;
  }

  /** Starts with the layers for the request's path. */
  start(): void {
    const { req, pipeline } = this;
    const pathname = pathnameOf(req);
    const match =
      pathname === undefined ? undefined : pipeline.plan().router.find(req.method as string, pathname);
    if (match === undefined || (match.value.captures && !isDecodable(pathname as string))) {
      this.restart(0, undefined);
      return;
    }
    this.chain = match.value.chain;
    this.captured = match.params;
    this.advance(0, undefined);
  }

  /** What `req.params` is where a pattern has captured `own`. */
  paramsWith(own: Params): ParamsDictionary {
    const { outer, pipeline } = this;
    const params = pipeline.mergesParams ? mergeParams(own, (outer?.params ?? NO_PARAMS) as Params) : own;
    // In Express 4 they have the methods of objects.
    if (pipeline.expressVersion === 4) return { ...params } as ParamsDictionary;
    return (params === NOTHING_CAPTURED ? NO_PARAMS : params) as ParamsDictionary;
  }

  override callRequest(layer: RequestLayer<Request, Response>, next: Next): unknown {
    const { req, res, chain } = this;
    req.next = next;
    const step = chain.steps[this.at];
    if (step !== undefined) return step.enter(this, layer, next, undefined);
    req.params = this.paramsWith(NO_PARAMS);
    return layer(req, res, next);
  }

  override callError(layer: ErrorLayer<Request, Response>, error: unknown, next: Next): unknown {
    const { req, res, chain } = this;
    req.next = next;
    const step = chain.steps[this.at];
    if (step !== undefined) return step.enter(this, layer, next, error);
    req.params = this.paramsWith(NO_PARAMS);
    return layer(error, req, res, next);
  }

  override pass(error: unknown): void {
    const { req } = this;
    if (this.mounted !== undefined) this.unmount();
    if (error === 'router') this.finish(undefined, true);
    else {
      const pending = error === 'route' ? undefined : error;
      if (req.url !== this.url || req.method !== this.method) this.restart(this.#place() + 1, pending);
      else this.advance(this.at + 1, pending);
    }
  }

  /** Ends the runs that the request is in below this one: what their layers pass on comes too late. */
  override interrupt(error: unknown): void {
    if (!this.#isAround((this.req as RunningRequest)[RUN])) {
      this.outer?.next(error);
      return;
    }
    const req = this.req as RunningRequest;
    for (let run = req[RUN]; run !== undefined && run !== this; run = run.outer?.run) {
      run.cancel();
      run.unmount();
    }
    req[RUN] = this;
    this.pass(error);
  }

  override leave(error: unknown, at: number): void {
    const { chain, pipeline } = this;
    const plan = pipeline.plan();
    const { length } = plan;
    if (chain.end < length) this.restart(chain.end, error);
    else this.finish(error, length === 0 || chain.origins[at] === length - 1 || plan.endsWithMatch(this.req));
  }

  /** Takes a matched prefix off `req.url`. */
  mount(length: number): void {
    const { req, baseUrl } = this;
    const mounted = mountTarget(req.url ?? '', req.pathname, length);
    this.mounted = mounted;
    req.url = mounted.inner;
    req.baseUrl = baseUrl + mounted.base;
  }

  /** Puts it back, with what a layer has made of the rest. */
  unmount(): void {
    const { req, mounted, baseUrl } = this;
    if (mounted === undefined) return;
    this.mounted = undefined;
    req.url = joinTarget(mounted, req.url ?? '');
    req.baseUrl = baseUrl;
  }

  /** Continues from a place in the stack with the layers that match the request as it is now. */
  restart(place: number, error: unknown): void {
    const { req, pipeline } = this;
    this.url = req.url;
    this.method = req.method;
    const pathname = pathnameOf(req);
    if (pathname === undefined) {
      this.finish(
        error ?? (expressVersionIn(pipeline, req) === undefined ? malformedTarget() : undefined),
        false,
      );
    } else {
      const chain = pipeline.plan().chainFrom(place, (req.method as string).toUpperCase(), pathname);
      this.switchTo(chain, chain.positionOf(place), error);
    }
  }

  /**
   * Express leaves a router later when its last layer has passed the request on, and sends the pages of an application once
   * the request has ended: a layer that goes on after `next()` may still respond.
   */
  finish(error: unknown, later: boolean): void {
    const { outer, pipeline, res } = this;
    const sendsPage = outer === undefined && pipeline.expressVersion !== undefined && !res.headersSent;
    if (later || sendsPage) setImmediate(finish, this, error);
    else finish(this, error);
  }

  #place(): number {
    return this.chain.origins[this.at] ?? this.chain.end - 1;
  }

  #isAround(inner: PipelineRun | undefined): boolean {
    let run = inner;
    while (run !== undefined && run !== this) run = run.outer?.run;
    return run === this;
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

/** The path of what `req.url` is now; `undefined` when it has none. */
function pathnameOf(req: Request): string | undefined {
  try {
    return req.pathname;
  } catch {
    return undefined;
  }
}
