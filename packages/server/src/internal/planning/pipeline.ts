import type { ParamCallback } from '../../types/application.ts';
import type { LogError } from '../../types/server-options.ts';
import type { RouterOptions } from '../../types/values.ts';
import type { Dialect, FinalHandler } from '../dialect.ts';
import { createPathRules, type PathRules } from '../path/path-rules.ts';
import { isPlacedLayer, type Layer, type PlacedLayer } from '../registration/layer.ts';
import { RoutePlace } from '../registration/route-place.ts';
import { Stack } from '../registration/stack.ts';
import type { HookContext } from '../scopes/hooks.ts';
import { ScopeNode } from '../scopes/scope-node.ts';
import { activeLayers } from '../scopes/slot.ts';
import { currentInstrument, type Instrument } from './instrument.ts';
import { Plan, type PlanSource } from './plan.ts';

/** The options of a router. As in Express, the values may be of any type. */
export type PipelineRouterOptions = { -readonly [Name in keyof RouterOptions]?: unknown };

/** Options of a {@link Pipeline}. */
export interface PipelineOptions {
  /** Called once, before the first path is compiled: as in Express, later changes of settings have no effect. */
  readonly readOptions: () => PipelineRouterOptions;
  readonly dialect: Dialect;
  /** Used by an application that is not mounted. */
  readonly respond?: FinalHandler;
  readonly log?: LogError;
}

/** The registered layers of an application or a router, and the plan made from them. */
export class Pipeline implements PlanSource {
  readonly dialect: Dialect;
  mergesParams = false;
  /** Settles when all plugins have loaded; `undefined` when none is loading. Stays rejected when one has failed. */
  loading: Promise<void> | undefined;
  readonly place: RoutePlace;
  /** Routers have no final handler of their own. */
  readonly respond: FinalHandler;
  readonly log: LogError | undefined;
  readonly #readOptions: () => PipelineRouterOptions;
  /** The scope of the layers that are registered directly. */
  readonly root: ScopeNode;
  /** The layers of all scopes, with marks at the ends of their slots. */
  readonly #stack = new Stack(isPlacedLayer, () => this.discardPlan());
  #options: PipelineRouterOptions | undefined;
  #rules: PathRules | undefined;
  #layers: readonly PlacedLayer[] | undefined;
  /** By their instrument, and the hooks of the scope that the stack is mounted in. */
  #plans = new WeakMap<Instrument, WeakMap<HookContext | Pipeline, Plan>>();
  /** The plan of the previous request. */
  #last: Plan | undefined;

  constructor({ readOptions, dialect, respond, log }: PipelineOptions) {
    this.log = log;
    this.dialect = dialect;
    this.place = new RoutePlace(respond !== undefined);
    this.root = new ScopeNode(() => this.discardPlan(), this.place);
    this.respond = respond ?? (() => {});
    this.#readOptions = readOptions;
  }

  get rules(): PathRules {
    if (this.#rules === undefined) {
      const { caseSensitive, strict } = this.#ownOptions();
      this.#rules = createPathRules(Boolean(caseSensitive), Boolean(strict), this.dialect);
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

  get params(): Map<string, ParamCallback[]> {
    return this.root.params;
  }

  /** Removes the layers and the param callbacks, and reads the options again. */
  reset(): void {
    this.place.removeHooks();
    this.root.reset();
    this.#options = undefined;
    this.#rules = undefined;
    this.stack = [];
  }

  /** The layers that requests run, in order. */
  get layers(): readonly PlacedLayer[] {
    this.#layers ??= activeLayers(this.root, this.#stack.layers);
    return this.#layers;
  }

  /** The layers for user code, which may change the list and the layers. The next request uses a new plan. */
  get stack(): PlacedLayer[] {
    return this.#stack.view;
  }

  set stack(layers: Layer[]) {
    this.#stack.replace(layers);
  }

  append(layer: PlacedLayer, before?: PlacedLayer): PlacedLayer {
    return this.#stack.append(layer, before);
  }

  remove(isRemoved: (layer: PlacedLayer) => boolean): void {
    this.#stack.remove(isRemoved);
  }

  /** Replaces the callbacks of all params. */
  setParams(params: Readonly<Record<string, ParamCallback[]>>): void {
    this.params.clear();
    for (const [name, callbacks] of Object.entries(params)) this.params.set(name, callbacks);
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
  plan(instrument: Instrument = currentInstrument(), outside?: HookContext): Plan {
    if (this.#last?.isStale()) this.discardPlan();
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

/** The part of a pipeline that runs use. */
export type RunPipeline = Pick<
  Pipeline,
  'dialect' | 'layers' | 'log' | 'mergesParams' | 'methodsFor' | 'plan' | 'respond'
>;
