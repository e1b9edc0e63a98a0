/** @module Planning: prepares which layers run for a request, when `listen` is called or the first request after a change arrives. */

import { createRouter, type Matcher, type Params, type RouteMatch, type Router } from '@nextpress/router';
import { isDecodable } from '../path/path-params.ts';
import type { PathRules } from '../path/path-rules.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import { ALL } from '../registration/methods.ts';
import { isRouteLayer, type RouteLayer } from '../registration/route-layer.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { planMiddleware } from './mount-step.ts';
import type { ParamCallbacks } from './param-callbacks.ts';
import { PlannedChain, type PlannedLayer } from './planned-chain.ts';
import { handlersOf, planComparedRoute, planRoute, type RouteHandlers } from './route-step.ts';

/** The registered layers that a plan is made from. */
export interface PlanSource {
  readonly layers: readonly PlacedLayer[];
  readonly params: ParamCallbacks;
  readonly rules: PathRules;
}

/** A route for one method and one pattern: the value that the router finds. */
export interface PlannedRoute {
  /** Identifies the route in the keys of cached chains. */
  readonly id: number;
  /** The place of the route in the stack. */
  readonly place: number;
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

/** The methods of a route. */
interface RouteMethods {
  readonly matcher: Matcher | undefined;
  readonly methods: readonly string[];
  /** The methods without {@link ALL}. */
  readonly named: readonly string[];
}

/** A layer that every chain contains, unless its prefix cannot match the routes of the chain. */
interface CommonLayer extends PlannedLayer {
  readonly prefix: Matcher | undefined;
}

/** Up to this number sets of routes are cached, then the oldest is evicted: clients choose the paths that decide which sets occur. */
const MAX_CHAINS = 1_000;

/** The stack of a router, prepared so that one lookup finds the layers for a request. */
export class Plan {
  /** How many layers the stack has. */
  readonly length: number;
  /** Whether the layers publish their calls. */
  readonly isTraced: boolean = isTraced();
  /** Every layer that the router does not find: middleware, and routes with a regular expression. */
  readonly unmatched: PlannedChain;
  readonly #source: PlanSource;
  readonly #router: Router<PlannedRoute>;
  readonly #common: CommonLayer[] = [];
  readonly #routes: RouteMethods[] = [];
  #lastId = 0;
  /** Chains with several routes, or with layers after a route, by the ids of their routes. */
  readonly #chains = new Map<string, PlannedChain>();
  #exhaustive: PlannedChain | undefined;

  constructor(source: PlanSource) {
    const { layers, params, rules } = source;
    this.#source = source;
    this.#router = createRouter<PlannedRoute>({ ...rules, precedence: 'registration' });
    this.length = layers.length;
    for (const [place, layer] of layers.entries()) {
      const { matcher: prefix } = layer[LAYER_PATH];
      if (isRouteLayer(layer)) this.#addRoute(layer, place);
      else
        for (const planned of planMiddleware(layer, place, params)) this.#common.push({ ...planned, prefix });
    }
    this.unmatched = this.#chainOf([], this.length);
  }

  /** Finds the layers up to the first route for a request; `undefined` when there is no route, or an undecodable param. */
  findFirst(method: string, pathname: string): RouteMatch<PlannedRoute> | undefined {
    const match = this.#router.find(method, pathname);
    return match?.value.captures && !isDecodable(pathname) ? undefined : match;
  }

  /** Finds all layers for a request, with each of its routes at its place. */
  findAll(method: string, pathname: string): RequestPlan {
    if (!isDecodable(pathname)) return { chain: this.#compareAll(), captured: [] };
    const routes: PlannedRoute[] = [];
    const captured: Params[] = [];
    for (const { value, params } of this.#router.findAll(method, pathname)) {
      // The first entry of a route counts: that of the method comes before that of all methods.
      if (value.place === routes.at(-1)?.place) continue;
      routes.push(value);
      captured.push(params);
    }
    return { chain: this.#cachedChain(routes), captured };
  }

  /** The methods that the routes for a path name, without those of routes that respond to the method `except`. */
  methodsFor(pathname: string, except?: string): string[] {
    const found: string[] = [];
    for (const { matcher, methods, named } of this.#routes) {
      if (matcher?.match(pathname) === undefined) continue;
      if (except === undefined || !(methods.includes(except) || methods.includes(ALL))) found.push(...named);
    }
    return found;
  }

  /** Whether the last layer is middleware that matches a path. */
  endsWithMatch(pathname: string): boolean {
    const last = this.#source.layers.at(-1);
    if (last === undefined || isRouteLayer(last)) return false;
    const { matcher } = last[LAYER_PATH];
    return matcher === undefined || matcher.match(pathname) !== undefined;
  }

  #addRoute(layer: RouteLayer, place: number): void {
    const { matcher, patterns } = layer[LAYER_PATH];
    const { params, rules } = this.#source;
    const groups = handlersOf(layer, params, rules.expressVersion);
    const responding = groups.filter(({ handlers }) => handlers.chain.layers.length > 0);
    const methods = responding.flatMap((group) => group.methods);
    this.#routes.push({ matcher, methods, named: methods.filter((method) => method !== ALL) });
    if (patterns === undefined) {
      this.#common.push({ ...planComparedRoute(layer, groups, place), prefix: undefined });
    }
    for (const pattern of patterns ?? []) {
      const captures = /[:*]/.test(pattern.pattern);
      for (const { methods, handlers } of groups) {
        const route = { id: ++this.#lastId, place, pattern, handlers, captures };
        const chain = this.#chainOf([route], place + 1);
        this.#router.add(methods, pattern.pattern, { ...route, chain });
      }
    }
  }

  #cachedChain(routes: readonly PlannedRoute[]): PlannedChain {
    if (routes.length === 0) return this.unmatched;
    let key = '';
    for (const { id } of routes) key += `${id},`;
    const cached = this.#chains.get(key);
    if (cached !== undefined) return cached;
    const chain = this.#chainOf(routes, this.length);
    if (this.#chains.size === MAX_CHAINS) this.#chains.delete(this.#chains.keys().next().value as string);
    this.#chains.set(key, chain);
    return chain;
  }

  /** Merges routes with the common layers before `end`. */
  #chainOf(routes: readonly Omit<PlannedRoute, 'chain'>[], end: number): PlannedChain {
    const planned: PlannedLayer[] = this.#common.filter(({ place, prefix }) => {
      if (place >= end) return false;
      return prefix === undefined || routes.every(({ pattern }) => prefix.covers(pattern) !== 'never');
    });
    for (const [index, { handlers, place }] of routes.entries()) {
      planned.push(planRoute(handlers, place, index));
    }
    return new PlannedChain(
      planned.sort((one, other) => one.place - other.place),
      end,
    );
  }

  /** Every layer, compared one by one: an undecodable path is an error of the first pattern that captures from it. */
  #compareAll(): PlannedChain {
    const { layers, params, rules } = this.#source;
    this.#exhaustive ??= new PlannedChain(
      layers.flatMap((layer, place) =>
        isRouteLayer(layer)
          ? planComparedRoute(layer, handlersOf(layer, params, rules.expressVersion), place)
          : planMiddleware(layer, place, params),
      ),
      this.length,
    );
    return this.#exhaustive;
  }
}
