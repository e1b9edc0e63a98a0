import type { ParamCallback } from '../../handler.ts';
import type { Request, Response } from '../../messages.ts';
import type { ExpressVersion } from '../application/settings-store.ts';
import type { PathRules } from '../path/path-rules.ts';
import { isPlacedLayer, type Layer, type PlacedLayer } from '../registration/layer.ts';
import { Stack } from '../registration/stack.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { Plan } from './plan.ts';

/** Receives a request that the whole stack of an application has passed on, with the error that nothing handled. */
export type Done = (error: unknown, req: Request, res: Response) => void;

/** How a pipeline is made. */
export interface PipelineOptions {
  /** Called once, before the first path is compiled: settings made later don't count, as in Express. */
  readonly rules: () => PathRules;
  /** The version of Express that the router behaves like; `undefined` for `createServer()` and its `Router`. */
  readonly expressVersion?: ExpressVersion | undefined;
  readonly mergesParams: boolean;
  /** Responds to requests that leave the stack of an application that isn't mounted. */
  readonly answer?: Done;
}

/** The stack of an application or a router, and the plan made from it. */
export class Pipeline {
  readonly params: Map<string, ParamCallback[]> = new Map();
  readonly expressVersion: ExpressVersion | undefined;
  readonly mergesParams: boolean;
  readonly answer: Done;
  readonly #readRules: () => PathRules;
  readonly #stack = new Stack(isPlacedLayer, () => this.changed());
  #rules: PathRules | undefined;
  #plan: Plan | undefined;

  constructor({ rules, expressVersion, mergesParams, answer = ignore }: PipelineOptions) {
    this.expressVersion = expressVersion;
    this.mergesParams = mergesParams;
    this.#readRules = rules;
    this.answer = answer;
  }

  get rules(): PathRules {
    this.#rules ??= this.#readRules();
    return this.#rules;
  }

  /** The layers in order. */
  get layers(): readonly PlacedLayer[] {
    return this.#stack.layers;
  }

  /** The same for user code, which may change the list and the layers in it: the next request finds a new plan. */
  get stack(): PlacedLayer[] {
    return this.#stack.view;
  }

  set stack(layers: Layer[]) {
    this.#stack.replace(layers);
  }

  append(layer: PlacedLayer): void {
    this.#stack.append(layer);
  }

  /** Adds a callback for a param, after those that it has. */
  addParam(name: string, callback: ParamCallback): void {
    const callbacks = this.params.get(name);
    if (callbacks === undefined) this.params.set(name, [callback]);
    else callbacks.push(callback);
    this.changed();
  }

  changed(): void {
    this.#plan = undefined;
  }

  plan(): Plan {
    this.#plan ??= new Plan(this);
    return this.#plan;
  }

  /** The plan for a new request: subscribers to the tracing channel may have come or gone. */
  planForRequest(): Plan {
    if (this.#plan?.isTraced !== isTraced()) this.#plan = undefined;
    return this.plan();
  }
}

function ignore(): void {}
