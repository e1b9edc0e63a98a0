import type { ParamCallback } from '../../types/application.ts';
import type { LogError } from '../../types/server-options.ts';
import type { RouterOptions } from '../../types/values.ts';
import type { Dialect, FinalHandler } from '../dialect.ts';
import { createPathRules, type PathRules } from '../path/path-matcher.ts';
import { isStackLayer, type Layer, type StackLayer } from '../registration/layer.ts';
import { RouteHooks } from '../registration/route-hooks.ts';
import { Stack } from '../registration/stack.ts';
import type { HookContext } from '../scopes/hooks.ts';
import { ScopeNode } from '../scopes/scope-node.ts';
import { activeLayers } from '../scopes/scope-registrar.ts';
import { currentInstrument, type Instrument } from './instrument.ts';
import { Plan, type PlanSource } from './plan.ts';

/** The options of a router. As in Express, the values may be of any type. */
export type LooseRouterOptions = { -readonly [Name in keyof RouterOptions]?: unknown };

/** Options of a {@link LayerRegistry}. */
export interface LayerRegistryOptions {
  /** Called once, before the first path is compiled: as in Express, later changes of settings have no effect. */
  readonly readOptions: () => LooseRouterOptions;
  readonly dialect: Dialect;
  /** Used by an application that is not mounted. */
  readonly respond?: FinalHandler;
  readonly log?: LogError;
}

/** The registered layers of an application or a router, and the plan built from them. */
export class LayerRegistry implements PlanSource {
  readonly dialect: Dialect;
  mergesParams = false;
  /** Settles when all plugins have loaded; `undefined` when none is loading. Stays rejected when one has failed. */
  loading: Promise<void> | undefined;
  readonly routeHooks: RouteHooks;
  /** Routers have no final handler of their own. */
  readonly respond: FinalHandler;
  readonly log: LogError | undefined;
  readonly #readOptions: () => LooseRouterOptions;
  /** The scope of the layers that are registered directly. */
  readonly root: ScopeNode;
  /** The layers of all scopes, with marks where registrars insert theirs. */
  readonly #stack = new Stack(isStackLayer, { changed: () => this.discardPlan() });
  #options: LooseRouterOptions | undefined;
  #rules: PathRules | undefined;
  #layers: readonly StackLayer[] | undefined;
  /** By instrument, and by the hooks of the scope that the stack is mounted in. */
  #plans = new WeakMap<Instrument, WeakMap<HookContext | LayerRegistry, Plan>>();
  /** The plan of the previous request. */
  #last: Plan | undefined;

  constructor({ readOptions, dialect, respond, log }: LayerRegistryOptions) {
    this.log = log;
    this.dialect = dialect;
    this.routeHooks = new RouteHooks(respond !== undefined);
    this.root = new ScopeNode(() => this.discardPlan(), this.routeHooks);
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
    this.routeHooks.removeHooks();
    this.root.reset();
    this.#options = undefined;
    this.#rules = undefined;
    this.stack = [];
  }

  /** The layers that requests run, in order. */
  get layers(): readonly StackLayer[] {
    this.#layers ??= activeLayers(this.root, this.#stack.layers);
    return this.#layers;
  }

  /** The layers as the application sees them; it may change the list and the layers. The next request uses a new plan. */
  get stack(): StackLayer[] {
    return this.#stack.view;
  }

  set stack(layers: Layer[]) {
    this.#stack.replace(layers);
  }

  append(layer: StackLayer, before?: StackLayer): StackLayer {
    return this.#stack.append(layer, before);
  }

  remove(isRemoved: (layer: StackLayer) => boolean): void {
    this.#stack.remove(isRemoved);
  }

  /** Replaces the callbacks of all params. */
  setParams(params: Readonly<Record<string, ParamCallback[]>>): void {
    this.params.clear();
    for (const [name, callbacks] of Object.entries(params)) this.params.set(name, callbacks);
    this.discardPlan();
  }

  #ownOptions(): LooseRouterOptions {
    this.#options ??= { ...this.#readOptions() };
    return this.#options;
  }

  /** Discards the plans after a change. */
  discardPlan(): void {
    this.#layers = undefined;
    if (this.#last === undefined) return;
    this.#plans = new WeakMap();
    this.#last = undefined;
  }

  /** @param outside - the hooks of the scope in which the router or the application is mounted */
  plan(instrument: Instrument = currentInstrument(), outside?: HookContext): Plan {
    if (this.#last?.isStale()) this.discardPlan();
    const last = this.#last;
    if (last !== undefined && last.instrument === instrument && last.outside === outside) return last;
    const plans = this.#plans.get(instrument) ?? new WeakMap<HookContext | LayerRegistry, Plan>();
    const plan = plans.get(outside ?? this) ?? new Plan(this, instrument, outside);
    this.#plans.set(instrument, plans.set(outside ?? this, plan));
    this.#last = plan;
    return plan;
  }

  /** The methods of the routes that match a path, except routes that respond to the method `except`. */
  methodsFor(pathname: string, except?: string): string[] {
    return this.plan().methodsFor(pathname, except);
  }
}

/** The part of a {@link LayerRegistry} that runs use. */
export type RunRegistry = Pick<
  LayerRegistry,
  'dialect' | 'layers' | 'log' | 'mergesParams' | 'methodsFor' | 'plan' | 'respond'
>;
