/** @module Planning: prepares which layers run for a request, when `listen` is called or the first request after a change arrives. */

import { createRouter, type Matcher, type Params, type RouteMatch, type Router } from '@nextpress/router';
import type { ServerLayer } from '../../types.ts';
import { isDecodable } from '../path/path-params.ts';
import type { PathRules } from '../path/path-rules.ts';
import { isForeignRouter } from '../registration/foreign-router.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import { isRouteLayer, type RouteLayer } from '../registration/route-layer.ts';
import type { HookContext } from '../scopes/hooks.ts';
import type { ResponseHooks } from '../scopes/response-hooks.ts';
import { ownerOf, type ScopeNode } from '../scopes/scope-node.ts';
import { AllowedMethods } from './allowed-methods.ts';
import { ChainCache } from './chain-cache.ts';
import { describeChain } from './describe-chain.ts';
import { currentInstrument, type Instrument } from './instrument.ts';
import { planMiddleware } from './mount-step.ts';
import { nextRoutes, type ScopedRoute } from './next-routes.ts';
import type { ParamCallbacks } from './param-callbacks.ts';
import { type OwnedLayer, PlannedChain } from './planned-chain.ts';
import {
  type HandlersOfMethods,
  handlersOf,
  planComparedRoute,
  planRoute,
  type RouteHandlers,
} from './route-step.ts';
import { ScopePlan } from './scope-plan.ts';
import { limitToScope } from './scoped-error-step.ts';

/** The registered layers that a plan is made from. */
export interface PlanSource {
  readonly layers: readonly PlacedLayer[];
  readonly params: ParamCallbacks;
  readonly rules: PathRules;
  /** The scope of the layers that belong to no other. */
  readonly root: ScopeNode;
}

/** A route for one method and one pattern: the value that the router finds. */
export interface PlannedRoute extends ScopedRoute {
  /** Identifies the route in the keys of cached chains. */
  readonly id: number;
  readonly pattern: Matcher;
  readonly handlers: RouteHandlers;
  /** The layers up to the route. */
  readonly chain: PlannedChain;
  /** Whether the path captures params. */
  readonly captures: boolean;
}

/** The layers for a request, and the params that its routes have captured. */
export interface RequestPlan {
  readonly chain: PlannedChain;
  readonly captured: readonly Params[];
}

/** A route that the router does not find. */
interface ComparedRoute extends ScopedRoute {
  readonly route: LayeredRoute;
  readonly matcher: Matcher;
  readonly methods: readonly string[];
}

/** A layer that every chain of its scope contains, unless its prefix cannot match the routes of the chain. */
interface CommonLayer extends OwnedLayer {
  readonly prefix: Matcher | undefined;
}

/** The stack of a router, prepared so that one lookup finds the layers for a request. */
export class Plan {
  /** How many layers the stack has. */
  readonly length: number;
  /** The end of chains without a next route. With scopes, it is beyond the last layer: a route there may pass a request on into them. */
  readonly end: number;
  /** Whether the layers publish their calls. */
  readonly isTraced: boolean;
  /** Every layer that the router does not find: middleware, and routes with a regular expression. */
  readonly unmatched: PlannedChain;
  readonly #source: PlanSource;
  readonly #instrument: Instrument;
  readonly #router: Router<PlannedRoute>;
  readonly #scopes: ScopePlan;
  readonly #common = new Map<ScopeNode, CommonLayer[]>();
  readonly #methods = new AllowedMethods();
  /** In a stack with scopes, the routes that the router does not find. */
  readonly #compared: ComparedRoute[] = [];
  /** The methods of the routes in scopes. */
  readonly #scopedMethods = new Set<string>();
  #lastId = 0;
  /** Chains with several routes, or with layers after a route, by the ids of their routes and the names of their scopes. */
  readonly #chains = new ChainCache();

  /** @param outside - the hooks of the scope in which the router or the application is mounted */
  constructor(source: PlanSource, outside?: HookContext, instrument: Instrument = currentInstrument()) {
    const { layers, params, rules, root } = source;
    this.#source = source;
    this.#instrument = instrument;
    this.isTraced = instrument.isTracing;
    this.#router = createRouter<PlannedRoute>({ ...rules, precedence: 'registration' });
    this.#scopes = new ScopePlan({ root, layers, rules, params }, outside, instrument);
    this.length = layers.length;
    this.end = this.#hasScopes ? this.length + 1 : this.length;
    for (const [place, layer] of layers.entries()) {
      if (isRouteLayer(layer)) this.#addRoute(layer, place);
      else for (const planned of this.#planMiddleware(layer, place)) this.#addCommon(planned);
    }
    this.unmatched = this.#chainOf([], this.end, []);
  }

  /** Finds the layers up to the first route for a request; `undefined` when there is no route, or an undecodable param. */
  findFirst(method: string, pathname: string): RouteMatch<PlannedRoute> | undefined {
    if (this.#compared.length > 0 && this.#comparedFor(pathname).length > 0) return undefined;
    const match = this.#router.find(method, pathname);
    if (match === undefined || !match.value.captures) return match;
    if (!isDecodable(pathname)) return undefined;
    return match.value.covered === undefined ? match : this.#enterCovered(match, pathname);
  }

  /**
   * Finds the layers for a request, with its routes at their places: all layers, or in a stack with scopes those up to the next
   * route.
   *
   * @param from - the place from which the request continues
   * @param isUpgrade - whether the request asks for an upgrade to WebSocket, which pages do not get
   */
  findAll(method: string, pathname: string, from = 0, isUpgrade = false): RequestPlan {
    if (!isDecodable(pathname)) return { chain: this.#compareAll(pathname), captured: [] };
    const routes: PlannedRoute[] = [];
    const captured: Params[] = [];
    for (const { value, params } of this.#router.findAll(method, pathname)) {
      // The first entry of a route counts: that of the method comes before that of all methods.
      if (value.place === routes.at(-1)?.place) continue;
      if (isUpgrade && value.handlers.route.skipsUpgrades) continue;
      routes.push(value);
      captured.push(params);
    }
    const chain = this.#hasScopes
      ? this.#chainToNext(method, pathname, routes, from, isUpgrade)
      : this.#cachedChain(routes, this.end, NO_SCOPES);
    return { chain, captured };
  }

  /**
   * The `onRequest` hooks of the innermost scope with a not-found handler whose prefix contains a path, that handler, and then the error
   * handlers of that scope and of those around it; `undefined` without one.
   */
  notFoundFor(pathname: string): PlannedChain | undefined {
    const scope = this.#scopes.notFoundScope(pathname);
    if (scope?.notFound === undefined) return undefined;
    const layer: ServerLayer = this.#instrument.notFoundOf(scope.notFound, scope);
    return this.#chains.get(`not found:${this.#scopes.keyOf([scope])}`, () => {
      const place = this.end;
      const own = [{ place, layer, step: undefined, ...asRoute(scope) }];
      const handlers = [...scope.lineage].reverse().flatMap((owner) => {
        const layers = (this.#common.get(owner) ?? []).filter((common) => common.layer.length === 4);
        return layers.map((common) => ({ ...common, place }));
      });
      return this.#makeChain([...own, ...handlers], place, scope.lineage);
    });
  }

  /** The methods that the routes for a path name, without those of routes that respond to the method `except`. */
  methodsFor(pathname: string, except?: string): string[] {
    return this.#methods.of(pathname, except);
  }

  /** Whether a scope has a not-found handler. */
  get hasNotFound(): boolean {
    return this.#scopes.hasNotFound;
  }

  /** Whether there are `onSend` hooks. */
  get sends(): boolean {
    return this.#scopes.sends;
  }

  /** Whether there are `onResponse` hooks. */
  get responds(): boolean {
    return this.#scopes.responds;
  }

  /** The hooks of the response in a scope; `undefined` without any. */
  responseHooksOf(scope: ScopeNode): ResponseHooks | undefined {
    return this.#scopes.responseHooksOf(scope);
  }

  /** Whether the last layer is middleware that matches a path. */
  endsWithMatch(pathname: string): boolean {
    const last = this.#source.layers.at(-1);
    if (last === undefined || isRouteLayer(last)) return false;
    const { matcher } = last[LAYER_PATH];
    return matcher === undefined || matcher.match(pathname) !== undefined;
  }

  /**
   * The layers up to the next route for a request, which decides the scopes that the request is in until then, and up to the routes
   * after it that decide the same.
   */
  #chainToNext(
    method: string,
    pathname: string,
    routes: readonly PlannedRoute[],
    from: number,
    isUpgrade: boolean,
  ): PlannedChain {
    const compared = this.#comparedFor(pathname).filter(({ route }) => !(isUpgrade && route.skipsUpgrades));
    const responding = compared.filter(({ methods }) => methods.includes(method) || methods.includes(ALL));
    const matching = [...responding, ...routes];
    const reachable = nextRoutes(matching, from);
    const [next] = reachable;
    const end = (reachable.at(-1)?.place ?? this.length) + 1;
    const others = matching.length > 0 ? [] : this.#routesOfOtherMethods(pathname, compared);
    const isEntered = (scope: ScopeNode): boolean | undefined =>
      next === undefined
        ? others.every(({ covered }) => covered?.includes(scope)) || this.#scopes.mountsAt(scope, pathname)
        : next.covered?.includes(scope);
    return this.#cachedChain(
      routes.filter(({ place }) => place < end),
      end,
      [
        ...[...compared, ...others].filter(({ place }) => place < end).map(({ owner }) => owner),
        ...this.#scopes.territoriesOf(pathname).filter(isEntered),
      ],
    );
  }

  /**
   * The routes of scopes that match a path with another method. A request without a route belongs to their scopes, too: for CORS,
   * and for guards before 405.
   */
  #routesOfOtherMethods(pathname: string, compared: readonly ScopedRoute[]): ScopedRoute[] {
    const found = [...this.#scopedMethods].flatMap((method) => this.#router.findAll(method, pathname));
    return [...compared, ...found.map(({ value }) => value)].filter(
      ({ owner }) => owner !== this.#source.root,
    );
  }

  /** Adds the scopes that a route covers and that contain the path of a request. */
  #enterCovered(match: RouteMatch<PlannedRoute>, pathname: string): RouteMatch<PlannedRoute> {
    const { value } = match;
    const territories = this.#scopes
      .territoriesOf(pathname)
      .filter((scope) => value.covered?.includes(scope));
    if (territories.length === 0) return match;
    return { ...match, value: { ...value, chain: this.#cachedChain([value], value.place + 1, territories) } };
  }

  /** The routes that match a path and that the router does not find. */
  #comparedFor(pathname: string): readonly ComparedRoute[] {
    if (this.#compared.length === 0) return this.#compared;
    return this.#compared.filter(({ matcher }) => matcher.match(pathname) !== undefined);
  }

  get #hasScopes(): boolean {
    return this.#source.root.children.length > 0;
  }

  #addRoute(layer: RouteLayer, place: number): void {
    const { matcher, patterns } = layer[LAYER_PATH];
    const owner = ownerOf(layer) ?? this.#source.root;
    const groups = this.#handlersOf(layer);
    const responding = groups.filter(({ handlers }) => handlers.chain.layers.length > 0);
    const methods = responding.flatMap((group) => group.methods);
    this.#methods.add(matcher, methods);
    if (patterns === undefined) {
      const planned = planComparedRoute(layer, groups, place);
      this.#addCommon({ ...planned, ...asRoute(owner), prefix: undefined });
      if (this.#hasScopes && matcher !== undefined) {
        this.#compared.push({
          route: layer.route,
          matcher,
          methods,
          place,
          owner,
          covered: this.#scopes.coveredBy(matcher, owner),
        });
      }
    }
    for (const pattern of patterns ?? []) {
      const captures = /[:*]/.test(pattern.pattern);
      const covered = captures ? this.#scopes.coveredBy(pattern, owner) : undefined;
      for (const { methods, handlers } of groups) {
        const route = { id: ++this.#lastId, place, owner, pattern, handlers, captures, covered };
        const chain = this.#chainOf([route], place + 1, []);
        this.#router.add(methods, pattern.pattern, { ...route, chain });
        if (owner !== this.#source.root) for (const method of methods) this.#scopedMethods.add(method);
      }
    }
  }

  #handlersOf(layer: RouteLayer): HandlersOfMethods[] {
    const { root, rules } = this.#source;
    const owner = ownerOf(layer) ?? root;
    return handlersOf(
      layer,
      this.#scopes.paramsOf(owner),
      rules.expressVersion,
      this.#scopes.contextOf(owner),
      this.#instrument,
    );
  }

  #planMiddleware(layer: PlacedLayer, place: number): CommonLayer[] {
    const { root } = this.#source;
    const owner = ownerOf(layer) ?? root;
    const params = this.#scopes.paramsOf(owner);
    const context = this.#scopes.contextOf(owner);
    const isForeign = isForeignRouter(layer.handle);
    const hooks = isForeign ? context : undefined;
    return planMiddleware(layer, place, params, this.#instrument, hooks).map((planned) => ({
      ...(owner === root ? planned : limitToScope(planned, owner)),
      owner,
      isRoute: false,
      context: isForeign ? undefined : context,
      prefix: layer[LAYER_PATH].matcher,
    }));
  }

  #addCommon(layer: CommonLayer): void {
    const layers = this.#common.get(layer.owner);
    if (layers === undefined) this.#common.set(layer.owner, [layer]);
    else layers.push(layer);
  }

  #cachedChain(
    routes: readonly PlannedRoute[],
    end: number,
    territories: readonly ScopeNode[],
  ): PlannedChain {
    if (routes.length === 0 && territories.length === 0) return this.unmatched;
    let key = '';
    for (const { id } of routes) key += `${id},`;
    if (territories.length > 0 || end < this.end) key += `${end}:${this.#scopes.keyOf(territories)}`;
    return this.#chains.get(key, () => this.#chainOf(routes, end, territories));
  }

  /** Merges routes with the common layers of their scopes before `end`. */
  #chainOf(
    routes: readonly Omit<PlannedRoute, 'chain'>[],
    end: number,
    territories: readonly ScopeNode[],
  ): PlannedChain {
    const scopes = this.#scopes.around([...routes.map(({ owner }) => owner), ...territories]);
    const planned: OwnedLayer[] = scopes.flatMap((scope) =>
      (this.#common.get(scope) ?? []).filter(({ place, prefix }) => {
        if (place >= end) return false;
        return prefix === undefined || routes.every(({ pattern }) => prefix.covers(pattern) !== 'never');
      }),
    );
    for (const [index, { handlers, owner, place }] of routes.entries()) {
      planned.push({ ...planRoute(handlers, place, index), ...asRoute(owner) });
    }
    planned.sort((one, other) => one.place - other.place);
    return this.#makeChain(planned, end, scopes);
  }

  #makeChain(planned: readonly OwnedLayer[], end: number, scopes: readonly ScopeNode[]): PlannedChain {
    if (this.#scopes.isPlain) return new PlannedChain(planned, end);
    const all = [...this.#scopes.requestHooks(scopes), ...planned];
    const deepest = scopes.reduce((one, other) => (other.depth > one.depth ? other : one));
    return new PlannedChain(all, end, describeChain(all, deepest, this.#scopes));
  }

  /** Every layer, compared one by one: an undecodable path is an error of the first pattern that captures from it. */
  #compareAll(pathname: string): PlannedChain {
    const { layers, root } = this.#source;
    const matching = (this.#hasScopes ? layers : []).filter(
      (layer) => isRouteLayer(layer) && layer[LAYER_PATH].matcher?.match(pathname) !== undefined,
    );
    const owners = matching.map((layer) => ownerOf(layer) ?? root);
    const scopes = this.#scopes.around([...owners, ...this.#scopes.territoriesOf(pathname)]);
    return this.#chains.get(`%:${this.#scopes.keyOf(scopes)}`, () => {
      const planned = layers.flatMap((layer, place): OwnedLayer[] => {
        const owner = ownerOf(layer) ?? root;
        if (!scopes.includes(owner)) return [];
        if (!isRouteLayer(layer)) return this.#planMiddleware(layer, place);
        return [{ ...planComparedRoute(layer, this.#handlersOf(layer), place), ...asRoute(owner) }];
      });
      return this.#makeChain(planned, this.end, scopes);
    });
  }
}

/** A layer that runs a route: its handlers may call a router, and the hooks have run before them. */
function asRoute(owner: ScopeNode): Pick<OwnedLayer, 'owner' | 'isRoute' | 'context'> {
  return { owner, isRoute: true, context: undefined };
}

const NO_SCOPES: readonly ScopeNode[] = [];
