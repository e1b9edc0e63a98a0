/** @module Planning: prepares which layers run for a request, when `listen` is called or the first request after a change arrives. */

import { createRouter, type Matcher, type Params, type RouteMatch, type Router } from '@nextpress/router';
import { ROUTES } from '@nextpress-internal/internals/keys';
import { isDecodable } from '../path/path-params.ts';
import { indexTextOf, type PrefixNode } from '../path/prefix-index.ts';
import { changeCount, LAYER_PATH, patternsOf, type StackLayer } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import { MOUNTED, type Registry, registryOf } from '../registration/registry.ts';
import { isRouteLayer, type RouteLayer } from '../registration/route-layer.ts';
import { type HookContext, hooksBefore } from '../scopes/hooks.ts';
import { type ScopedRoute, ScopeLookup } from '../scopes/scope-lookup.ts';
import { ownerOf, type ScopeNode } from '../scopes/scope-node.ts';
import { CommonLayers } from './common-layers.ts';
import type { Instrument } from './instrument.ts';
import { planMiddleware } from './mount-step.ts';
import { readMounted, startsOf, widePattern } from './mounted-routes.ts';
import { type FirstChain, PlannedChain, type PlannedLayer, planForEveryPath } from './planned-chain.ts';
import {
  type HandlersOfMethods,
  handlersOf,
  planComparedRoute,
  planRoute,
  type RouteHandlers,
} from './route-step.ts';
import { ScopeHooks } from './scope-hooks.ts';

/** The registered layers that a plan is built from. */
export interface PlanSource extends Registry {
  /** The scope of the layers that belong to no other. */
  readonly root: ScopeNode;
  plan(instrument: Instrument, outside: HookContext | undefined): Plan;
}

/** A route of the stack, or of something that it mounts. */
interface KnownRoute extends ScopedRoute {
  readonly route: LayeredRoute;
  /** The methods that it has handlers for; none for a route of a mount. */
  readonly methods: readonly string[];
  /** `undefined` for a route of a mount, which has chains of its own. */
  readonly handlers: RouteHandlers | undefined;
}

/** A route of the stack for some methods and one pattern. */
export interface PlannedRoute extends KnownRoute {
  /** Identifies the route in the keys of cached chains. */
  readonly id: number;
  readonly pattern: Matcher;
  readonly handlers: RouteHandlers;
  /** Made by its first request. */
  first: FirstChain | undefined;
}

/** The layers for a request, and the params that its routes have captured. */
export interface RequestPlan {
  readonly chain: PlannedChain;
  readonly captured: readonly Params[];
}

/**
 * Maximum number of cached chains; then the oldest is evicted. Clients choose the paths, and therefore which
 * chains occur.
 */
const MAX_CHAINS = 1_000;

/** The stack of a router, compiled so that one lookup finds the layers for a request. */
export class Plan {
  /** The layers of the stack when the plan was made. */
  readonly layers: readonly StackLayer[];
  readonly instrument: Instrument;
  /** The hooks of the scope in which the router or the application is mounted. */
  readonly outside: HookContext | undefined;
  /** The chain of a request before its scope is known. */
  readonly entry: PlannedChain;
  /** The hooks of each scope. */
  readonly hooks: ScopeHooks;
  readonly #source: PlanSource;
  readonly #router: Router<KnownRoute>;
  /** `undefined` in a stack without scopes. */
  readonly #lookup: ScopeLookup | undefined;
  readonly #common = new CommonLayers();
  /** Routes that the router cannot find, compared one by one. */
  readonly #compared: KnownRoute[] = [];
  /** The stack index after the last layer of each scope. */
  readonly #ends = new Map<ScopeNode, number>();
  /** The scopes whose not-found handlers respond for a prefix, by the outermost scope with that prefix. */
  readonly #notFound = new Map<ScopeNode, ScopeNode>();
  /** Chains by their scope, and the ids of their routes and prefixes. */
  readonly #chains = new Map<string, PlannedChain>();
  /** The ids of scopes in the keys of chains. */
  readonly #scopeIds: ReadonlyMap<ScopeNode, number>;
  #lastId = 0;
  /** Mounts whose routes this plan contains, with their layers at that time. */
  readonly #mounted: (readonly [mount: Registry, layers: Registry['layers']])[] = [];
  #change = changeCount();

  constructor(source: PlanSource, instrument: Instrument, outside?: HookContext) {
    const { layers, rules, root } = source;
    this.#source = source;
    this.instrument = instrument;
    this.outside = outside;
    this.layers = layers;
    this.#router = createRouter<KnownRoute>({ ...rules, precedence: 'registration' });
    this.hooks = new ScopeHooks(root, outside, instrument);
    this.entry = new PlannedChain([], [], root, 0, false);
    const scopes = root.all();
    this.#scopeIds = new Map(scopes.map((scope, id) => [scope, id]));
    for (const scope of scopes) if (scope.notFound !== undefined) this.#notFound.set(levelOf(scope), scope);
    if (scopes.length > 1) this.#lookup = new ScopeLookup(root, layers, rules);
    for (const [index, layer] of layers.entries()) {
      for (const scope of ownerOf(layer)?.lineage ?? []) this.#ends.set(scope, index + 1);
      if (isRouteLayer(layer)) {
        if (instrument.takes(layer.route)) this.#addRoute(layer, index);
      } else {
        for (const planned of this.#planMiddleware(layer, index)) this.#common.add(planned);
        if (this.#lookup !== undefined) this.#addMounted(layer, index);
      }
    }
  }

  /** Whether routes of mounts have changed since. */
  isStale(): boolean {
    if (this.#mounted.length === 0 || this.#change === changeCount()) return false;
    this.#change = changeCount();
    return this.#mounted.some(([mount, layers]) => mount.layers !== layers);
  }

  /** Finds the first route for a request; `undefined` if {@link scopeOf} must find its scope first. */
  findFirst(method: string, pathname: string): RouteMatch<PlannedRoute> | undefined {
    const match = this.#router.find(method, pathname) as RouteMatch<PlannedRoute> | undefined;
    if (match === undefined) return undefined;
    const { value } = match;
    if (value.pattern.captures && !isDecodable(pathname)) return undefined;
    return this.#lookup === undefined || this.#isFirst(value, pathname, this.#lookup) ? match : undefined;
  }

  #isFirst(route: PlannedRoute, pathname: string, lookup: ScopeLookup): boolean {
    // Without handlers only param callbacks run, as in Express.
    if (!isPlanned(route) || route.handlers.handles.length === 0) return false;
    if (this.#comparedWith(pathname, route.index).length > 0) return false;
    return route.pattern.isLiteral || lookup.scopeOf(pathname, 0, route) === route.owner;
  }

  /** The layers up to a route that matches a path. */
  chainTo(route: PlannedRoute, pathname: string): PlannedChain {
    route.first ??= this.#firstChainOf(route);
    const { chain, prefixes, varies } = route.first;
    if (!varies) return chain;
    const found = this.#common.prefixes.find(pathname);
    return found === prefixes ? chain : this.#otherChainTo(route, found);
  }

  /** Not a part of `chainTo`, because each call of a function that has a closure allocates its variables. */
  #otherChainTo(route: PlannedRoute, prefixes: PrefixNode<PlannedLayer>): PlannedChain {
    return this.#cached(`to ${route.id}:${prefixes.id}`, () => this.#chainUpTo(route, prefixes));
  }

  /** The scope of a request that continues from a stack index. */
  scopeOf(method: string, pathname: string, from: number): ScopeNode {
    if (this.#lookup === undefined) return this.#source.root;
    const all = this.#routesAt(pathname).filter(({ index }) => index >= from);
    // An undecodable path is an error of the first route that captures from it, whatever its method.
    const first = isDecodable(pathname) ? all.find(({ route }) => route.handles(method)) : all[0];
    return this.#lookup.scopeOf(pathname, from, first, all);
  }

  /** All layers of a scope and its enclosing scopes that may run for a request. */
  chainIn(scope: ScopeNode, method: string, pathname: string): RequestPlan {
    if (!isDecodable(pathname)) return { chain: this.#comparedChain(scope), captured: [] };
    const routes: PlannedRoute[] = [];
    const captured: Params[] = [];
    for (const { value, params } of this.#router.findAll(method, pathname)) {
      // A route can match twice (by method and as `all`); keep the first match, which is the method's.
      if (!isPlanned(value) || value.index === routes.at(-1)?.index || !value.owner.contains(scope)) continue;
      routes.push(value);
      captured.push(params);
    }
    return { chain: this.#wholeChain(scope, routes, this.#common.prefixes.find(pathname)), captured };
  }

  /**
   * The not-found chain for the requests of a scope: hooks, the not-found handler, and the error handlers of its scope and the outer ones;
   * `undefined` without one. Requests stay in their scope, unless the handler belongs to a plugin without a prefix.
   */
  notFoundFor(scope: ScopeNode): PlannedChain | undefined {
    const level = scope.lineage.findLast((each) => this.#notFound.has(each));
    const owner = level && this.#notFound.get(level);
    if (owner?.notFound === undefined) return undefined;
    const { notFound } = owner;
    const entered = owner.contains(scope) ? scope : owner;
    return this.#cached(`not found:${this.#keyOf(entered)}`, () => {
      const index = this.layers.length;
      const layers = [
        ...hooksBefore(this.hooks.contextOf(owner)),
        this.instrument.notFoundOf(notFound, owner),
      ];
      const own = layers.map((layer) => planForEveryPath(layer, index, owner, undefined));
      const errorHandlers = [...owner.lineage].reverse().flatMap((each) => {
        return this.#common.errorHandlersOf(each).map((handler) => ({ ...handler, index }));
      });
      return this.#makeChain([...own, ...errorHandlers], entered, index);
    });
  }

  /** The methods of the routes that match a path, except routes that respond to the method `except`. */
  methodsFor(pathname: string, except?: string): string[] {
    const found: string[] = [];
    for (const { methods } of this.#routesAt(pathname)) {
      if (except !== undefined && (methods.includes(except) || methods.includes(ALL))) continue;
      for (const method of methods) if (method !== ALL) found.push(method);
    }
    return found;
  }

  /** The stack index after the last layer of a layer's scope; `undefined` for layers of the root. */
  exitOf({ owner }: PlannedLayer): number | undefined {
    return owner === this.#source.root ? undefined : this.#ends.get(owner);
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

  /** The routes that match a path, whatever their methods, in order. */
  #routesAt(pathname: string): KnownRoute[] {
    const routes: KnownRoute[] = [];
    for (const { value } of this.#router.routesFor(pathname)) {
      // Each method of a route is a value of the router.
      const last = routes.at(-1);
      if (value.index === last?.index && value.route === last.route) continue;
      if (isPlanned(value) || value.pattern.match(pathname) !== undefined) routes.push(value);
    }
    const compared = this.#comparedWith(pathname);
    if (compared.length === 0) return routes;
    return [...routes, ...compared].sort((one, other) => one.index - other.index);
  }

  /** The matching routes that the router does not find, before a stack index. */
  #comparedWith(pathname: string, end = this.layers.length): readonly KnownRoute[] {
    if (this.#compared.length === 0) return this.#compared;
    return this.#compared.filter(
      ({ index, pattern }) => index < end && pattern.match(pathname) !== undefined,
    );
  }

  #addRoute(layer: RouteLayer, index: number): void {
    const { matcher } = layer[LAYER_PATH];
    const patterns = patternsOf(layer, this.#source.rules);
    const owner = ownerOf(layer) ?? this.#source.root;
    const groups = this.#handlersOf(layer, owner);
    const { route } = layer;
    const lists = groups.flatMap(({ methods, handlers }) => (handlers.handles.length > 0 ? [methods] : []));
    const methods = lists.length === 1 ? (lists[0] as readonly string[]) : lists.flat();
    if (patterns === undefined) {
      this.#common.add(planComparedRoute(layer, groups, index, owner));
      if (matcher === undefined) return;
      this.#compared.push({ index, owner, route, methods, pattern: matcher, handlers: undefined });
    }
    for (const pattern of patterns ?? []) {
      for (const { methods: own, handlers } of groups) {
        const id = ++this.#lastId;
        const added: PlannedRoute = { index, owner, route, methods, id, pattern, handlers, first: undefined };
        this.#router.add(own, pattern, added);
      }
    }
  }

  #addMounted(layer: StackLayer, index: number): void {
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
        const known = { index, owner, route, pattern, methods: [], handlers: undefined };
        this.#router.add(methods, widePattern(start, rules), known);
      }
    }
  }

  #handlersOf(layer: RouteLayer, owner: ScopeNode): HandlersOfMethods[] {
    return handlersOf(layer, owner, this.#source.rules.dialect, this.hooks.contextOf(owner), this.instrument);
  }

  #planMiddleware(layer: StackLayer, index: number): PlannedLayer[] {
    const owner = ownerOf(layer) ?? this.#source.root;
    const context = this.hooks.contextOf(owner);
    // A foreign router does not know the hooks: they run before it.
    const own = isForeignRouter(layer)
      ? { owner, hooks: context, context: undefined }
      : { owner, hooks: undefined, context };
    return planMiddleware(layer, index, this.instrument, own);
  }

  #firstChainOf(route: PlannedRoute): FirstChain {
    const { prefixes: index } = this.#common;
    const text = indexTextOf(route.pattern);
    const prefixes = index.find(text);
    const varies = !route.pattern.isLiteral && index.hasLonger(text);
    return { chain: this.#chainUpTo(route, prefixes), prefixes, varies };
  }

  #chainUpTo(route: PlannedRoute, prefixes: PrefixNode<PlannedLayer>): PlannedChain {
    return this.#chainOf(route.owner, [route], route.index + 1, prefixes);
  }

  #wholeChain(
    scope: ScopeNode,
    routes: readonly PlannedRoute[],
    prefixes: PrefixNode<PlannedLayer>,
  ): PlannedChain {
    const key = routes.reduce((start, { id }) => `${start},${id}`, `${this.#keyOf(scope)}:${prefixes.id}`);
    return this.#cached(key, () => this.#chainOf(scope, routes, this.layers.length, prefixes));
  }

  #keyOf(scope: ScopeNode): string {
    return this.#lookup === undefined ? '' : String(this.#scopeIds.get(scope));
  }

  #cached(key: string, make: () => PlannedChain): PlannedChain {
    const cached = this.#chains.get(key);
    if (cached !== undefined) return cached;
    const chain = make();
    if (this.#chains.size === MAX_CHAINS) this.#chains.delete(this.#chains.keys().next().value as string);
    this.#chains.set(key, chain);
    return chain;
  }

  /** Merges routes with the common layers of a scope and its enclosing scopes, before `end`. */
  #chainOf(
    scope: ScopeNode,
    routes: readonly PlannedRoute[],
    end: number,
    prefixes: PrefixNode<PlannedLayer>,
  ): PlannedChain {
    const planned = this.#common.in(scope, prefixes).filter(({ index, prefix }) => {
      if (index >= end) return false;
      return prefix === undefined || routes.every(({ pattern }) => prefix.covers(pattern) !== 'never');
    });
    for (const [at, { handlers, owner, index }] of routes.entries()) {
      planned.push(planRoute(handlers, index, at, owner));
    }
    planned.sort((one, other) => one.index - other.index);
    return this.#makeChain(planned, scope, end);
  }

  #makeChain(planned: readonly PlannedLayer[], scope: ScopeNode, end: number): PlannedChain {
    const hooks = this.hooks.requestHooksOf(scope);
    const response = this.hooks.responseHooksOf(scope);
    const hasResponseHooks =
      response !== undefined && response.onSend.length + response.onResponse.length > 0;
    return new PlannedChain(hooks, planned, scope, end, hasResponseHooks);
  }

  /** All layers of a scope, matched one by one: an undecodable path is an error of the first pattern that captures from it. */
  #comparedChain(scope: ScopeNode): PlannedChain {
    const { root } = this.#source;
    return this.#cached(`%:${this.#keyOf(scope)}`, () => {
      const planned = this.layers.flatMap((layer, index): PlannedLayer[] => {
        const owner = ownerOf(layer) ?? root;
        if (!owner.contains(scope)) return [];
        if (!isRouteLayer(layer)) return this.#planMiddleware(layer, index);
        if (!this.instrument.takes(layer.route)) return [];
        return [planComparedRoute(layer, this.#handlersOf(layer, owner), index, owner)];
      });
      return this.#makeChain(planned, scope, this.layers.length);
    });
  }
}

function isPlanned(route: KnownRoute): route is PlannedRoute {
  return route.handlers !== undefined;
}

/** Whether a function is a router or an application that does not know the hooks of its enclosing scopes. */
function isForeignRouter({ handle }: StackLayer): boolean {
  return (ROUTES in handle || 'stack' in handle || MOUNTED in handle) && registryOf(handle) === undefined;
}

/** The outermost scope with the same prefix: a plugin without a prefix sets the not-found handler of the outer scope. */
function levelOf({ lineage, prefix }: ScopeNode): ScopeNode {
  return lineage.find((each) => each.prefix === prefix) as ScopeNode;
}
