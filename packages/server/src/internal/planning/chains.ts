/** @module Merges layers and routes into the chains that requests run. */

import type { Matcher } from '@nextpress/router';
import type { ServerLayer } from '../../types/application.ts';
import { hooksBefore } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { PlannedChain, type PlannedLayer } from './planned-chain.ts';
import type { PlannedRoute } from './route-index.ts';
import { planRoute } from './route-step.ts';
import type { ScopeHooks } from './scope-hooks.ts';

/** A layer that every chain of its scope contains, unless its prefix cannot match the routes of the chain. */
export interface CommonLayer extends PlannedLayer {
  readonly prefix: Matcher | undefined;
}

/** Up to this number chains are cached, then the oldest is evicted: clients choose the paths that decide which ones occur. */
const MAX_CHAINS = 1_000;

/** The chains of a stack: the layers of a scope and of those around it, merged with the routes that match a request. */
export class Chains {
  readonly #hooks: ScopeHooks;
  readonly #common = new Map<ScopeNode, CommonLayer[]>();
  /** Chains of whole stacks, by their scope and the ids of their routes. */
  readonly #cache = new Map<string, PlannedChain>();

  /** Identify the scopes in the keys of chains. */
  readonly #scopeIds: ReadonlyMap<ScopeNode, number>;

  constructor(scopes: readonly ScopeNode[], hooks: ScopeHooks) {
    this.#scopeIds = new Map(scopes.map((scope, id) => [scope, id]));
    this.#hooks = hooks;
  }

  add(layer: CommonLayer): void {
    const layers = this.#common.get(layer.owner);
    if (layers === undefined) this.#common.set(layer.owner, [layer]);
    else layers.push(layer);
  }

  /** The layers up to a route. */
  upTo(route: PlannedRoute): PlannedChain {
    route.chain ??= this.#merge(route.owner, [route], route.place + 1);
    return route.chain;
  }

  /** All layers of a scope before the place `end` that may run for a request that matches some routes. */
  of(scope: ScopeNode, routes: readonly PlannedRoute[], end: number): PlannedChain {
    const key = routes.reduce((start, { id }) => `${start},${id}`, String(this.#scopeIds.get(scope)));
    return this.#cached(key, () => this.#merge(scope, routes, end));
  }

  /**
   * The not-found handler of a scope, after the hooks before handlers, and the error handlers of that scope and of those around it.
   *
   * @param entered - the scope of the requests
   */
  notFound(handler: ServerLayer, owner: ScopeNode, entered: ScopeNode, place: number): PlannedChain {
    return this.#cached(`not found:${this.#scopeIds.get(entered)}`, () => {
      const layers = [...hooksBefore(this.#hooks.contextOf(owner)), handler];
      const own = layers.map((layer) => ({ place, layer, step: undefined, owner, context: undefined }));
      const errorHandlers = [...owner.lineage].reverse().flatMap((each) => {
        const handlers = this.#layersOf(each).filter(({ layer }) => layer.length === 4);
        return handlers.map((common) => ({ ...common, place }));
      });
      return this.#make([...own, ...errorHandlers], entered, place);
    });
  }

  #layersOf(scope: ScopeNode): readonly CommonLayer[] {
    return this.#common.get(scope) ?? [];
  }

  #cached(key: string, make: () => PlannedChain): PlannedChain {
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const chain = make();
    if (this.#cache.size === MAX_CHAINS) this.#cache.delete(this.#cache.keys().next().value as string);
    this.#cache.set(key, chain);
    return chain;
  }

  #merge(scope: ScopeNode, routes: readonly PlannedRoute[], end: number): PlannedChain {
    const planned: PlannedLayer[] = scope.lineage.flatMap((owner) =>
      this.#layersOf(owner).filter(({ place, prefix }) => {
        if (place >= end) return false;
        return prefix === undefined || routes.every(({ pattern }) => prefix.covers(pattern) !== 'never');
      }),
    );
    for (const [index, route] of routes.entries()) planned.push(planRoute(route.handlers, index, route));
    planned.sort((one, other) => one.place - other.place);
    return this.#make(planned, scope, end);
  }

  #make(planned: readonly PlannedLayer[], scope: ScopeNode, end: number): PlannedChain {
    const response = this.#hooks.responseHooksOf(scope);
    const hasResponseHooks =
      response !== undefined && response.onSend.length + response.onResponse.length > 0;
    return new PlannedChain(this.#hooks.requestHooksOf(scope), planned, scope, end, hasResponseHooks);
  }
}
