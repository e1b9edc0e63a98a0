/** @module Planning: prepares which layers run for a request, when `listen` is called or the first request after a change arrives. */

import type { Params } from '@nextpress/router';
import { ROUTES } from '@nextpress-internal/internals/keys';
import { isDecodable } from '../path/path-params.ts';
import { changeCount, LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import { ALL } from '../registration/methods.ts';
import { MOUNTED, type Registry, registryOf } from '../registration/registry.ts';
import { isRouteLayer, type RouteLayer } from '../registration/route-layer.ts';
import type { HookContext } from '../scopes/hooks.ts';
import { ScopeLookup } from '../scopes/scope-lookup.ts';
import { ownerOf, type ScopeNode } from '../scopes/scope-node.ts';
import { Chains, type CommonLayer } from './chains.ts';
import type { Instrument } from './instrument.ts';
import { planMiddleware } from './mount-step.ts';
import { readMounted, startsOf, widePattern } from './mounted-routes.ts';
import { PlannedChain, type PlannedLayer } from './planned-chain.ts';
import { type MatchedRoute, type PlannedRoute, RouteIndex } from './route-index.ts';
import { handlersOf } from './route-step.ts';
import { ScopeHooks } from './scope-hooks.ts';

/** The registered layers that a plan is made from. */
export interface PlanSource extends Registry {
  /** The scope of the layers that belong to no other. */
  readonly root: ScopeNode;
  plan(instrument: Instrument, outside: HookContext | undefined): Plan;
}

/** The layers for a request, and the params that its routes have captured. */
export interface RequestPlan {
  readonly chain: PlannedChain;
  readonly captured: readonly Params[];
}

/** The stack of a router, prepared so that one lookup finds the layers for a request. */
export class Plan {
  /** The layers of the stack when the plan was made. */
  readonly layers: readonly PlacedLayer[];
  readonly instrument: Instrument;
  /** The hooks of the scope in which the router or the application is mounted. */
  readonly outside: HookContext | undefined;
  /** Where requests are before they enter a scope. */
  readonly entry: PlannedChain;
  /** The hooks of each scope. */
  readonly hooks: ScopeHooks;
  readonly #source: PlanSource;
  readonly #routes: RouteIndex;
  readonly #chains: Chains;
  readonly #scopes: ScopeLookup;
  /** The mounts whose routes have been read, and their layers at that time. */
  readonly #mounted: (readonly [mount: Registry, layers: Registry['layers']])[] = [];
  #change = changeCount();

  constructor(source: PlanSource, instrument: Instrument, outside?: HookContext) {
    const { layers, rules, root } = source;
    this.#source = source;
    this.instrument = instrument;
    this.outside = outside;
    this.layers = layers;
    this.hooks = new ScopeHooks(root, outside, instrument);
    this.entry = new PlannedChain([], [], root, 0, false);
    this.#routes = new RouteIndex(rules);
    this.#chains = new Chains(root.all(), this.hooks);
    this.#scopes = new ScopeLookup(root, layers, rules);
    for (const [place, layer] of layers.entries()) {
      if (isRouteLayer(layer)) {
        if (instrument.takes(layer.route)) this.#addRoute(layer, place);
      } else {
        for (const planned of this.#planMiddleware(layer, place)) this.#chains.add(planned);
        if (this.#scopes.hasSeveral) this.#addMounted(layer, place);
      }
    }
  }

  /** Whether routes of mounts have changed. */
  isStale(): boolean {
    if (this.#mounted.length === 0 || this.#change === changeCount()) return false;
    this.#change = changeCount();
    return this.#mounted.some(([mount, layers]) => mount.layers !== layers);
  }

  /** Finds the first route for a request; `undefined` when {@link scopeOf} has to find its scope first. */
  findFirst(method: string, pathname: string): MatchedRoute | undefined {
    const match = this.#routes.find(method, pathname);
    if (match === undefined || !this.#scopes.hasSeveral) return match;
    const { value } = match;
    // A request without handlers only runs param callbacks, as in Express.
    const responds = value.handlers !== undefined && value.handlers.handles.length > 0;
    if (!responds) return undefined;
    const isInScope = value.pattern.isLiteral || this.#scopes.scopeOf(pathname, 0, value) === value.owner;
    return isInScope ? match : undefined;
  }

  /** The layers up to a route. */
  chainUpTo(route: PlannedRoute): PlannedChain {
    return this.#chains.upTo(route);
  }

  /** The scope of a request that continues from a place in the stack. */
  scopeOf(method: string, pathname: string, from: number): ScopeNode {
    if (!this.#scopes.hasSeveral) return this.#source.root;
    const all = this.#routes.routesFor(pathname).filter(({ place }) => place >= from);
    // A path that cannot be decoded is an error of the first route that captures from it, whatever its method.
    const first = isDecodable(pathname) ? all.find(({ route }) => route.handles(method)) : all[0];
    return this.#scopes.scopeOf(pathname, from, first, all);
  }

  /** All layers of a scope, and of those around it, that may run for a request. */
  chainIn(scope: ScopeNode, method: string, pathname: string): RequestPlan {
    const matches = this.#routes.findAll(method, pathname).filter(({ value }) => value.owner.contains(scope));
    const routes = matches.map(({ value }) => value);
    const captured = matches.map(({ params }) => params);
    return { chain: this.#chains.of(scope, routes, this.layers.length), captured };
  }

  /** The chain with the not-found handler for the requests of a scope; `undefined` without one. */
  notFoundFor(scope: ScopeNode): PlannedChain | undefined {
    const owner = this.#scopes.notFoundOwner(scope);
    if (owner?.notFound === undefined) return undefined;
    // Requests stay in their scope, unless the handler is that of a plugin without a prefix.
    const entered = owner.contains(scope) ? scope : owner;
    const handler = this.instrument.notFoundOf(owner.notFound, owner);
    return this.#chains.notFound(handler, owner, entered, this.layers.length);
  }

  /** The methods that the routes for a path name, without those of routes that respond to the method `except`. */
  methodsFor(pathname: string, except?: string): string[] {
    const found: string[] = [];
    for (const { methods } of this.#routes.routesFor(pathname)) {
      if (except !== undefined && (methods.includes(except) || methods.includes(ALL))) continue;
      for (const method of methods) if (method !== ALL) found.push(method);
    }
    return found;
  }

  /** The first place after the layers of the scope of a layer; `undefined` for layers of the root. */
  exitOf({ owner }: PlannedLayer): number | undefined {
    return this.#scopes.endOf(owner);
  }

  /** Plans the routers and applications that are mounted in the stack. */
  prepare(prepared: Set<Plan> = new Set()): void {
    // Routers may be mounted in each other.
    if (prepared.has(this)) return;
    prepared.add(this);
    for (const layer of this.layers) {
      const context = this.hooks.contextOf(ownerOf(layer) ?? this.#source.root);
      const inner = registryOf(layer.handle) as PlanSource | undefined;
      inner?.plan(this.instrument, context).prepare(prepared);
    }
  }

  #addRoute(layer: RouteLayer, place: number): void {
    const { rules, root } = this.#source;
    const { route } = layer;
    const owner = ownerOf(layer) ?? root;
    const groups = handlersOf(layer, owner, rules.dialect, this.hooks.contextOf(owner), this.instrument);
    const responding = groups.filter(({ handles }) => handles.length > 0);
    const methods = responding.flatMap((group) => group.methods);
    this.#routes.add({ place, owner, route, methods }, layer[LAYER_PATH], groups);
  }

  #addMounted(layer: PlacedLayer, place: number): void {
    const { root, rules } = this.#source;
    const owner = ownerOf(layer) ?? root;
    for (const row of readMounted(layer, this.#source)) {
      const mount = registryOf(row.layer.handle);
      if (mount !== undefined) this.#mounted.push([mount, mount.layers]);
      if (!isRouteLayer(row.layer)) continue;
      const { route } = row.layer;
      const methods = route.groups().flatMap((group) => group.methods);
      if (methods.length === 0 || !this.instrument.takes(route)) continue;
      for (const start of startsOf(row, rules)) {
        const pattern = { isLiteral: false, literalStart: start.text, match: row.rest };
        const known = { place, owner, route, pattern, methods: [] };
        this.#routes.addMounted(methods, widePattern(start, rules), known);
      }
    }
  }

  #planMiddleware(layer: PlacedLayer, place: number): CommonLayer[] {
    const owner = ownerOf(layer) ?? this.#source.root;
    const context = this.hooks.contextOf(owner);
    // A foreign router does not know the hooks: they run before it.
    const own = isForeignRouter(layer)
      ? { owner, hooks: context, context: undefined }
      : { owner, hooks: undefined, context };
    const prefix = layer[LAYER_PATH].matcher;
    return planMiddleware(layer, place, this.instrument, own).map((planned) => ({
      ...planned,
      prefix,
    }));
  }
}

/** Whether a function is a router or an application that does not know the hooks of the scopes around it. */
function isForeignRouter({ handle }: PlacedLayer): boolean {
  return (ROUTES in handle || 'stack' in handle || MOUNTED in handle) && registryOf(handle) === undefined;
}
