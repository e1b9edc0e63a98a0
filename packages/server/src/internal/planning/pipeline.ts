import type { ExpressVersion } from '@nextpress/core';
import type { ParamCallback, Request, Response } from '../../types.ts';
import type { PathRules } from '../path/path-rules.ts';
import { isPlacedLayer, type Layer, type PlacedLayer } from '../registration/layer.ts';
import { Stack } from '../registration/stack.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { Plan, type PlanSource } from './plan.ts';

/** Responds to a request that no layer of the application has responded to, with the error that no layer handled. */
export type FinalHandler = (error: unknown, req: Request, res: Response) => void;

/** Options of a {@link Pipeline}. */
export interface PipelineOptions {
  /** Called once, before the first path is compiled: as in Express, later changes of settings have no effect. */
  readonly rules: () => PathRules;
  /** The version of Express to behave like; `undefined` for `createServer()` and its `Router`. */
  readonly expressVersion?: ExpressVersion | undefined;
  readonly mergesParams: boolean;
  /** Used by an application that is not mounted. */
  readonly respond?: FinalHandler;
}

/** The registered layers of an application or a router, and the plan made from them. */
export class Pipeline implements PlanSource {
  readonly params: Map<string, ParamCallback[]> = new Map();
  readonly expressVersion: ExpressVersion | undefined;
  readonly mergesParams: boolean;
  readonly respond: FinalHandler;
  readonly #readRules: () => PathRules;
  readonly #stack = new Stack(isPlacedLayer, () => this.discardPlan());
  #rules: PathRules | undefined;
  #plan: Plan | undefined;

  constructor({ rules, expressVersion, mergesParams, respond = () => {} }: PipelineOptions) {
    this.expressVersion = expressVersion;
    this.mergesParams = mergesParams;
    this.respond = respond;
    this.#readRules = rules;
  }

  get rules(): PathRules {
    this.#rules ??= this.#readRules();
    return this.#rules;
  }

  /** The layers in order. */
  get layers(): readonly PlacedLayer[] {
    return this.#stack.layers;
  }

  /** The layers for user code, which may change the list and the layers. The next request uses a new plan. */
  get stack(): PlacedLayer[] {
    return this.#stack.view;
  }

  set stack(layers: Layer[]) {
    this.#stack.replace(layers);
  }

  append(layer: PlacedLayer): void {
    this.#stack.append(layer);
  }

  /** Adds a callback for a param, after its existing callbacks. */
  addParam(name: string, callback: ParamCallback): void {
    const callbacks = this.params.get(name);
    if (callbacks === undefined) this.params.set(name, [callback]);
    else callbacks.push(callback);
    this.discardPlan();
  }

  /** Discards the plan after a change. */
  discardPlan(): void {
    this.#plan = undefined;
  }

  plan(): Plan {
    this.#plan ??= new Plan(this);
    return this.#plan;
  }

  /** The plan for a new request. It depends on whether the tracing channel has subscribers. */
  planForRequest(): Plan {
    if (this.#plan?.isTraced !== isTraced()) this.#plan = undefined;
    return this.plan();
  }

  /** The methods that the routes for a path name, without those of routes that respond to the method `except`. */
  methodsFor(pathname: string, except?: string): string[] {
    return this.plan().methodsFor(pathname, except);
  }
}
