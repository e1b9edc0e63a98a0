import type { ExpressVersion } from '@nextpress/core';
import type { ParamCallback, Request, Response } from '../../types.ts';
import type { RouterOptions } from '../../value-types.ts';
import { createPathRules, type PathRules } from '../path/path-rules.ts';
import type { Layer, PlacedLayer } from '../registration/layer.ts';
import { PLACEHOLDER } from '../registration/placeholder.ts';
import { RoutePlace } from '../registration/route-place.ts';
import type { HookContext } from '../scopes/hooks.ts';
import { ScopeNode } from '../scopes/scope-node.ts';
import type { Slot } from '../scopes/slot.ts';
import { type Instrument, PLAIN } from './instrument.ts';
import { Plan, type PlanSource } from './plan.ts';

/** Responds to a request that no layer of the application has responded to, with the error that no layer handled. */
export type FinalHandler = (error: unknown, req: Request, res: Response) => void;

type LogError = (error: unknown, req: Request) => void;

/** Delays requests while plugins are loading. */
export interface Gate {
  /** Calls back when all plugins have loaded, or with the first error. */
  wait(waiter: (error?: unknown) => void): void;
}

/** The options of a router. As in Express, the values may be of any type. */
export type PipelineRouterOptions = { -readonly [Name in keyof RouterOptions]?: unknown };

/** Options of a {@link Pipeline}. */
export interface PipelineOptions {
  /** Called once, before the first path is compiled: as in Express, later changes of settings have no effect. */
  readonly readOptions: () => PipelineRouterOptions;
  /** The version of Express to behave like; `undefined` for `createServer()` and its `Router`. */
  readonly expressVersion?: ExpressVersion | undefined;
  /** Used by an application that is not mounted. */
  readonly respond?: FinalHandler;
  /** Gets errors that no longer have an effect on a response. */
  readonly log?: LogError;
}

/** The registered layers of an application or a router, and the plan made from them. */
export class Pipeline implements PlanSource {
  readonly params: Map<string, ParamCallback[]> = new Map();
  readonly expressVersion: ExpressVersion | undefined;
  mergesParams = false;
  /** Set while plugins are loading, or when one has failed. */
  loading: Gate | undefined;
  /** Routers have no final handler of their own. */
  readonly place: RoutePlace;
  readonly respond: FinalHandler;
  readonly log: LogError | undefined;
  readonly #readOptions: () => PipelineRouterOptions;
  /** The scope of the layers that are registered directly. */
  readonly root: ScopeNode;
  #options: PipelineRouterOptions | undefined;
  #rules: PathRules | undefined;
  #layers: readonly PlacedLayer[] | undefined;
  /** By their instrument, and the hooks of the scope that the stack is mounted in. */
  #plans = new WeakMap<Instrument, WeakMap<HookContext | Pipeline, Plan>>();
  /** The plan of the previous request. */
  #last: Plan | undefined;

  constructor({ readOptions, expressVersion, respond, log }: PipelineOptions) {
    this.log = log;
    this.expressVersion = expressVersion;
    this.place = new RoutePlace(respond !== undefined);
    this.root = new ScopeNode(() => this.discardPlan(), this.place);
    this.respond = respond ?? (() => {});
    this.#readOptions = readOptions;
  }

  get rules(): PathRules {
    if (this.#rules === undefined) {
      const { caseSensitive, strict } = this.#ownOptions();
      this.#rules = createPathRules(Boolean(caseSensitive), Boolean(strict), this.expressVersion);
    }
    return this.#rules;
  }

  getOption(name: keyof RouterOptions): unknown {
    return this.#ownOptions()[name];
  }

  /** Sets an option. Rules for paths only change before the first path is compiled. */
  setOption(name: keyof RouterOptions, value: unknown): void {
    this.#ownOptions()[name] = value;
    if (name === 'mergeParams') this.mergesParams = Boolean(value);
  }

  /** Removes the layers and the param callbacks, and reads the options again. */
  reset(): void {
    this.params.clear();
    this.place.removeHooks();
    this.root.reset();
    this.#options = undefined;
    this.#rules = undefined;
    this.stack = [];
  }

  /** The layers in order, with those of scopes and without placeholders. */
  get layers(): readonly PlacedLayer[] {
    this.#layers ??= this.root.flatten().filter(({ handle }) => !(PLACEHOLDER in handle));
    return this.#layers;
  }

  /** The layers for user code, which may change the list and the layers. The next request uses a new plan. */
  get stack(): PlacedLayer[] {
    return this.root.stack.view;
  }

  set stack(layers: Layer[]) {
    this.root.stack.replace(layers);
  }

  append(layer: PlacedLayer, _claims?: boolean, slot: Slot = this.root.slot): void {
    slot.stack.append(layer);
  }

  /** Replaces the callbacks of all params. */
  setParams(params: Readonly<Record<string, ParamCallback[]>>): void {
    this.params.clear();
    for (const [name, callbacks] of Object.entries(params)) this.params.set(name, callbacks);
    this.discardPlan();
  }

  /** Adds a callback for a param, after its existing callbacks. */
  addParam(name: string, callback: ParamCallback): void {
    const callbacks = this.params.get(name);
    if (callbacks === undefined) this.params.set(name, [callback]);
    else callbacks.push(callback);
    this.discardPlan();
  }

  #ownOptions(): PipelineRouterOptions {
    this.#options ??= { ...this.#readOptions() };
    return this.#options;
  }

  /** Discards the plans after a change. */
  discardPlan(): void {
    this.#layers = undefined;
    this.#plans = new WeakMap();
    this.#last = undefined;
  }

  /** @param outside - the hooks of the scope in which the router or the application is mounted */
  plan(instrument: Instrument = PLAIN, outside?: HookContext): Plan {
    const last = this.#last;
    if (last !== undefined && last.instrument === instrument && last.outside === outside) return last;
    const plans = this.#plans.get(instrument) ?? new WeakMap<HookContext | Pipeline, Plan>();
    const plan = plans.get(outside ?? this) ?? new Plan(this, instrument, outside);
    this.#plans.set(instrument, plans.set(outside ?? this, plan));
    this.#last = plan;
    return plan;
  }

  /** The methods that the routes for a path name, without those of routes that respond to the method `except`. */
  methodsFor(pathname: string, except?: string): string[] {
    return this.plan().methodsFor(pathname, except);
  }
}
