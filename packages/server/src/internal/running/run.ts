/** @module Hot: runs one request through the stack of an application or a router. Bench: `npm run bench`. */

import { setImmediate } from 'node:timers';
import { isPayloadPending, JSON_SERIALIZER, type ResponseSlots } from '@nextpress/core';
import type { ErrorLayer, Next, RequestLayer, Run } from '@nextpress/middleware';
import { NO_PARAMS, type Params } from '@nextpress/router';
import type { ChainFunction, NextFunction, Request, Response } from '../../types/application.ts';
import type { ParamsDictionary } from '../../types/values.ts';
import type { Dialect } from '../dialect.ts';
import { mergeParams } from '../path/path-params.ts';
import { pathOf } from '../path/target.ts';
import { type Instrument, instrumentFor } from '../planning/instrument.ts';
import type { RunRegistry } from '../planning/layer-registry.ts';
import type { CalledParams } from '../planning/param-callbacks.ts';
import type { Plan } from '../planning/plan.ts';
import {
  BEFORE_ALL,
  type PlannedChain,
  type PlannedLayer,
  RUN,
  type StepRun,
} from '../planning/planned-chain.ts';
import { methodOf, REQUEST_METHODS } from '../registration/methods.ts';
import { sendReturned } from '../registration/send-returned.ts';
import { isNotFound } from '../responding/unmatched-response.ts';
import type { HookContext } from '../scopes/hooks.ts';
import {
  logHookError,
  observeError,
  type ResponseHooks,
  startResponseHooks,
} from '../scopes/response-hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { isTraced, recordError } from '../tracing/request-channel.ts';
import { MountingRun } from './mounting-run.ts';
import { trampoline } from './trampoline.ts';
import { UNSET, type ValuesBefore } from './values-before.ts';

/** A request with its run. */
export interface RunningRequest extends Request {
  [RUN]?: StackRun | undefined;
}

/** The state of a request before it entered a router or a mounted application, restored when it leaves. */
export interface OuterState {
  readonly run: StackRun | undefined;
  /** How many applications and routers the request is in. */
  readonly level: number;
  readonly baseUrl: string;
  readonly params: ParamsDictionary;
  readonly routerNext: NextFunction | undefined;
  /** The hooks around the routes inside. */
  readonly hooks: HookContext | undefined;
  /** Continues outside. */
  readonly next: NextFunction;
}

/** The run of one request through one stack. It is the only writer of `req.params`. */
export class StackRun extends MountingRun implements StepRun {
  declare chain: PlannedChain;
  readonly registry: RunRegistry;
  /** Chooses the functions that run, here and in nested runs. */
  readonly instrument: Instrument;
  /** The plan that the request follows. */
  plan: Plan;
  /** `undefined` in an application that is not mounted. */
  readonly outer: OuterState | undefined;
  /** The target and the method that the chain was found for. */
  url: string | undefined;
  method: string | undefined;
  captured: readonly Params[] = NOTHING;
  /** The last layer that did not match, counted like {@link Run.turn}; -2 at first, because an empty stack ends at -1. */
  missed = -2;
  inLayer: Run<Request, Response> | undefined = undefined;
  called: CalledParams | undefined = undefined;
  /** The `onRequest` hooks of chains before the current one; unset in most requests. */
  declare hooksBefore?: Set<ChainFunction>;
  /** Set when the not-found handler has run. */
  declare isPastNotFound?: boolean;
  /** Position of the first layer that failed; unset in most requests. */
  declare failedAt?: number;
  /** Whether hooks of the response have been started; unset in most requests. */
  declare hasResponseHooks?: boolean;

  /** The request's previous values; unset in most requests. */
  declare before?: ValuesBefore;

  constructor(
    registry: RunRegistry,
    req: Request,
    res: Response,
    outer: OuterState | undefined,
    instrument: Instrument = outer?.run?.instrument ?? instrumentFor(req),
  ) {
    const plan = registry.plan(instrument, outer?.hooks);
    super(plan.entry, req, res);
    this.registry = registry;
    this.instrument = instrument;
    this.plan = plan;
    this.outer = outer;
    this.url = req.url;
    this.method = req.method;
    (req as RunningRequest)[RUN] = this;
  }

  get dialect(): Dialect {
    return this.registry.dialect.forRequest(this.req);
  }

  /** The response hooks of the current scope; `undefined` if there are none. */
  responseHooks(): ResponseHooks | undefined {
    return this.plan.hooks.responseHooksOf(this.chain.scope);
  }

  observeError(error: unknown): void {
    observeError(this, error);
  }

  /** Whether the request is in this run, or in a nested one. */
  isInside(): boolean {
    if (this.outer === undefined) return true;
    let run = (this.req as RunningRequest)[RUN];
    while (run !== undefined && run !== this) run = run.outer?.run;
    return run === this;
  }

  /** Starts with the layers up to the first route for the request. */
  start(): void {
    const { req } = this;
    this.#indexAfter(BEFORE_ALL);
    const { method = '' } = req;
    const pathname = pathOf(req);
    // `restart` handles everything else, such as a method in lower case.
    const isPlain = pathname !== undefined && REQUEST_METHODS.has(method);
    const match = isPlain ? this.plan.findFirst(method, pathname) : undefined;
    if (match === undefined || pathname === undefined) {
      this.restart(0, undefined);
      return;
    }
    const chain = this.plan.chainTo(match.value, pathname);
    this.chain = chain;
    this.captured = [match.params];
    if (chain.hasResponseHooks) startResponseHooks(this);
    this.advance(0, undefined);
  }

  /**
   * Continues from a stack index with all layers of a scope that match the request.
   *
   * @param scope - by default that of the target, which may have changed
   */
  restart(index: number, error: unknown, scope?: ScopeNode): void {
    const { req, plan } = this;
    if (scope === undefined) {
      // With an error, the scope stays the same until an error handler calls `next()`, which restarts again.
      this.url = error ? undefined : req.url;
      this.method = req.method;
    }
    const pathname = pathOf(req);
    if (pathname === undefined) {
      this.finish(error ?? this.dialect.targetError(req, false));
      return;
    }
    const method = methodOf(req);
    const entered = scope ?? (error ? this.chain.scope : plan.scopeOf(method, pathname, index));
    const { chain, captured } = plan.chainIn(entered, method, pathname);
    this.captured = captured;
    this.#enter(chain, index, error);
  }

  /** Continues with a chain from a stack index, after those of its `onRequest` hooks that have not run. */
  #enter(chain: PlannedChain, index: number, error: unknown): void {
    if (chain.hasResponseHooks) startResponseHooks(this);
    if (this.at === -1 && this.offset === 0) {
      this.switchTo(chain, 0, error);
      return;
    }
    const missing = this.#missingHooks(chain);
    if (missing.length === 0) this.switchTo(chain, chain.positionOf(index), error);
    else this.switchTo(chain.startingAt(index, missing), 0, error);
  }

  #missingHooks({ hooks }: PlannedChain): readonly PlannedLayer[] {
    if (hooks.length === 0 && this.chain.hooks.length === 0) return hooks;
    this.hooksBefore ??= new Set();
    const { hooksBefore } = this;
    for (const { layer } of this.chain.hooks.slice(0, this.at + 1)) hooksBefore.add(layer);
    return hooks.filter(({ layer }) => !hooksBefore.has(layer));
  }

  setParams(captured: Params): void {
    const { req, outer, registry } = this;
    const params = registry.mergesParams ? mergeParams(captured, (outer?.params ?? {}) as Params) : captured;
    req.params = registry.dialect.toRecord(params) as ParamsDictionary;
  }

  override callRequest(layer: RequestLayer<Request, Response>, next: Next): unknown {
    return this.#prepares(layer, next, undefined) ? layer(this.req, this.res, next) : undefined;
  }

  override callError(layer: ErrorLayer<Request, Response>, error: unknown, next: Next): unknown {
    observeError(this, error);
    return this.#prepares(layer, next, error) ? layer(error, this.req, this.res, next) : undefined;
  }

  /** Prepares the request for a layer. Returns whether to call the layer. */
  #prepares(layer: ChainFunction, next: Next, error: unknown): boolean {
    this.req.next = next;
    const { step } = this.chain.planned[this.at] as PlannedLayer;
    if (step !== undefined) return step.enter(this, layer, next, error);
    this.setParams(NO_PARAMS);
    return true;
  }

  override cancel(): void {
    super.cancel();
    this.inLayer?.cancel();
  }

  override pass(error: unknown): void {
    this.inLayer?.cancel();
    if (this.mounted !== undefined) this.unmount();
    const isError = error && error !== 'route' && error !== 'router';
    if (isError) this.failedAt ??= this.at;
    if (this.req.route !== undefined && !isError) clearSerializer(this.res);
    if (error === 'router') this.#skipScope();
    else if (isError && isPayloadPending(this.res)) logHookError(this, error);
    else {
      const pending = isError ? error : undefined;
      if (this.#hasNewTarget()) this.restart(this.#indexAfter(), pending);
      else if (this.#hasNewStack()) this.restart(this.#indexAfter(), pending, this.chain.scope);
      else this.advance(this.at + 1, pending);
    }
  }

  /** Whether layers or param callbacks have been registered or changed since the chain was planned. */
  #hasNewStack(): boolean {
    return this.registry.layers !== this.plan.layers && this.isPastNotFound !== true;
  }

  /**
   * The index after another one in the current stack. If the layer there has been removed, the request continues as planned: otherwise
   * it could miss a guard. A stack may contain a layer twice.
   */
  #indexAfter(index = this.chain.indexOf(this.at)): number {
    const { registry, plan } = this;
    if (registry.layers === plan.layers) return index + 1;
    const [layer, layers]: [unknown, readonly unknown[]] = [plan.layers[index], registry.layers];
    const found = layers[index] === layer ? index : layers.indexOf(layer);
    if (found === -1 && index !== BEFORE_ALL) return index + 1;
    this.plan = registry.plan(this.instrument, this.outer?.hooks);
    return found + 1;
  }

  /** Whether `req.url` or `req.method` has changed since the chain was found. */
  #hasNewTarget(): boolean {
    const { req } = this;
    return req.url !== this.url || req.method !== this.method;
  }

  /** Continues after the layers of the scope, as if leaving a router, or after the stack. */
  #skipScope(): void {
    const layer = this.chain.planned[this.at];
    this.#indexAfter();
    const index = layer && this.plan.exitOf(layer);
    if (index === undefined) this.finish(undefined, true);
    else this.restart(index, undefined, this.#hasNewTarget() ? undefined : this.chain.scope);
  }

  override isErrorTooLate(): boolean {
    return this.registry.dialect.isErrorTooLate(this.req, this.res);
  }

  override returned(value: unknown): void {
    sendReturned(value, this.req, this.res);
  }

  override interrupt(error: unknown): void {
    if (this.#cancelInnerRuns()) this.pass(error);
    else this.outer?.next(error);
  }

  override afterLast(error: unknown, at: number): void {
    const end = this.#indexAfter(this.chain.end - 1);
    const { chain, plan } = this;
    if (end < plan.layers.length) this.restart(end, error, chain.scope);
    else {
      const last = chain.planned.at(-1);
      // A layer with a step compares the path when it runs; all others match.
      const matches =
        at === chain.planned.length - 1 ? this.missed !== this.offset + at : last?.step === undefined;
      this.finish(error, matches && (last?.index ?? BEFORE_ALL) === plan.layers.length - 1);
    }
  }

  skip(next: Next, error?: unknown): void {
    this.missed = this.offset + this.at;
    next(error);
  }

  /** Runs the not-found handler of the scope, if there is one; it may continue as after the last layer. */
  enterNotFound(): boolean {
    const { req, res, plan, chain } = this;
    if (this.isPastNotFound || res.headersSent || req.url === '*') return false;
    const notFound = plan.notFoundFor(chain.scope);
    if (notFound === undefined || !isNotFound(req)) return false;
    this.isPastNotFound = true;
    this.#enter(notFound, plan.layers.length, undefined);
    return true;
  }

  /**
   * Continues after the stack. As in Express, a router is left asynchronously when its last layer has called `next()`, and an
   * application responds asynchronously, so that a layer may still respond after its `next()`.
   */
  finish(error: unknown, isAfterLast = false): void {
    const { outer, registry, res } = this;
    const sendsPage = outer === undefined && registry.dialect.waitsForLayers && !res.headersSent;
    if (isAfterLast || sendsPage) setImmediate(finishRun, this, error);
    else finishRun(this, error);
  }

  /**
   * Cancels the runs inside this one: their layers can no longer continue the request.
   *
   * @returns whether the request was still in this run
   */
  #cancelInnerRuns(): boolean {
    const req: RunningRequest = this.req;
    const inner: StackRun[] = [];
    let run = req[RUN];
    for (; run !== undefined && run !== this; run = run.outer?.run) inner.push(run);
    if (run === undefined) return false;
    for (const each of inner) {
      each.cancel();
      each.unmount();
    }
    req[RUN] = this;
    return true;
  }
}

const NOTHING: readonly Params[] = [];

/** A route's serializer is only for its own responses, and those of error handlers to its errors. */
function clearSerializer(res: Response & Partial<ResponseSlots>): void {
  if (res[JSON_SERIALIZER] !== undefined) res[JSON_SERIALIZER] = undefined;
}

function finishRun(run: StackRun, error: unknown): void {
  const { outer, registry } = run;
  const req: RunningRequest = run.req;
  let failure = error;
  try {
    if (!error && run.dialect.respondToMiss(req, run.res, registry, pathOf(req))) return;
    if (!error && run.enterNotFound()) return;
  } catch (thrown) {
    failure = thrown;
  }
  if (failure) observeError(run, failure);
  if (outer === undefined) {
    if (registry.dialect.mimicsMessages) Object.assign(req, run.before ?? UNSET);
    if (!isPayloadPending(run.res)) registry.respond(failure, req, run.res);
    else if (failure) logHookError(run, failure);
    return;
  }
  if (failure && isTraced()) recordError(req, failure);
  if (req[RUN] === run) {
    req[RUN] = outer.run;
    req.params = outer.params;
    req.baseUrl = outer.baseUrl;
    req.next = outer.routerNext;
  }
  trampoline(outer.next, failure);
}
