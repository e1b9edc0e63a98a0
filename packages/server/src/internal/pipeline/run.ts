/** @module Hot: runs once per request. Bench: `pnpm bench`. */

import { malformedTarget, NO_PARAMS } from '@nextpress/core';
import { type ErrorLayer, type Next, type RequestLayer, Run } from '@nextpress/middleware';
import { NO_PARAMS as NOTHING_CAPTURED, type Params } from '@nextpress/router';
import type { ParamsDictionary, Request, Response } from '../../messages.ts';
import { expressVersionIn } from '../answer/answer-unmatched.ts';
import { isDecodable } from '../path/path-params.ts';
import {
  endInnerRuns,
  finishRun,
  type OuterState,
  pathnameOf,
  RUN,
  type RunningRequest,
} from './finish-run.ts';
import { mergeParams } from './merge-params.ts';
import { joinTarget, type MountedTarget, mountTarget } from './mounted-target.ts';
import type { CalledParam } from './param-callbacks.ts';
import type { Pipeline } from './pipeline.ts';
import type { PlannedChain } from './planned-chain.ts';
import { methodOf } from './request-method.ts';

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
  /** The last layer that the request did not match, as {@link Run.turn} counts. */
  missed = -1;
  /** The handlers of the last route with several, which development names in warnings. */
  inRoute: Run<Request, Response> | undefined = undefined;
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
    if (error === 'router') finishRun(this, undefined, true);
    else {
      const pending = error === 'route' ? undefined : error;
      if (req.url !== this.url || req.method !== this.method) this.restart(this.#place() + 1, pending);
      else this.advance(this.at + 1, pending);
    }
  }

  override interrupt(error: unknown): void {
    if (endInnerRuns(this)) this.pass(error);
    else this.outer?.next(error);
  }

  override leave(error: unknown, at: number): void {
    const { chain, pipeline } = this;
    const plan = pipeline.plan();
    const { length } = plan;
    if (chain.end < length) {
      this.restart(chain.end, error);
      return;
    }
    const isPastLast = chain.origins[at] === length - 1 && this.missed !== this.offset + at;
    const isLast = length === 0 || isPastLast || plan.endsWithMatch(this.req);
    finishRun(this, error, isLast);
  }

  /** Passes the request on from a layer that it does not match. */
  skip(next: Next, error?: unknown): void {
    this.missed = this.offset + this.at;
    next(error);
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
      finishRun(
        this,
        error ?? (expressVersionIn(pipeline, req) === undefined ? malformedTarget() : undefined),
        false,
      );
    } else {
      const chain = pipeline.plan().chainFrom(place, methodOf(req), pathname);
      this.switchTo(chain, chain.positionOf(place), error);
    }
  }

  #place(): number {
    return this.chain.origins[this.at] ?? this.chain.end - 1;
  }
}
