/** @module Finds the routes of a stack that match a request, in the order of registration. */

import { createRouter, type Matcher, type Params, type Router } from '@nextpress/router';
import { isDecodable, isDecoded } from '../path/path-params.ts';
import type { PathRules } from '../path/path-rules.ts';
import type { LayerPath } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import type { ScopedRoute } from '../scopes/scope-lookup.ts';
import type { PlannedChain } from './planned-chain.ts';
import type { RouteHandlers } from './route-step.ts';

/** A route of the stack, or of something that it mounts. */
export interface IndexedRoute extends ScopedRoute {
  readonly route: LayeredRoute;
  /** The methods that it has handlers for; none for a route of a mount. */
  readonly methods: readonly string[];
}

/** A route of the stack for some methods. */
export interface PlannedRoute extends IndexedRoute {
  /** Identifies the route in the keys of cached chains. */
  readonly id: number;
  readonly pattern: Matcher;
  /** `undefined` for a path with params that cannot be decoded, which is an error for every method. */
  readonly handlers: RouteHandlers | undefined;
  /** The layers up to the route, which the first request merges. */
  chain: PlannedChain | undefined;
}

/** A route of the stack that matches a request, and the params that it has captured. */
export interface MatchedRoute {
  readonly value: PlannedRoute;
  readonly params: Params;
}

/** A route of the stack with all its paths, which can be compared with any path. */
interface ComparedRoute extends IndexedRoute {
  readonly pattern: Matcher;
  /** For each method; those for all methods come last. */
  readonly planned: readonly PlannedRoute[];
}

/** The routes of a stack. */
export class RouteIndex {
  readonly #router: Router<IndexedRoute>;
  readonly #routes: ComparedRoute[] = [];
  /** Those that the router cannot search, such as regular expressions: every path is compared with them. */
  readonly #unsearchable: ComparedRoute[] = [];
  #lastId = 0;

  constructor(rules: PathRules) {
    this.#router = createRouter({ ...rules, precedence: 'registration' });
  }

  add(
    known: Omit<IndexedRoute, 'pattern'>,
    { matcher, patterns }: LayerPath,
    groups: readonly RouteHandlers[],
  ): void {
    if (matcher === undefined) return;
    for (const pattern of new Set([...(patterns ?? []), matcher])) {
      const planned = groups.map((handlers): PlannedRoute => {
        return { ...known, pattern, handlers, id: ++this.#lastId, chain: undefined };
      });
      if (patterns?.includes(pattern)) {
        for (const route of planned) this.#router.add(route.handlers?.methods ?? [], pattern, route);
      }
      if (pattern === matcher) this.#routes.push({ ...known, pattern, planned });
    }
    if (patterns === undefined) this.#unsearchable.push(this.#routes.at(-1) as ComparedRoute);
  }

  /** Adds a route of something that is mounted, which only counts for the scope of a request. */
  addMounted(methods: readonly string[], pattern: string, route: IndexedRoute): void {
    this.#router.add(methods, pattern, route);
  }

  /** The first route for a request; `undefined` also if it is one of something that is mounted, or the path cannot be decoded. */
  find(method: string, pathname: string): MatchedRoute | undefined {
    const found = this.#router.find(method, pathname);
    const [compared] = this.#compare(this.#unsearchable, method, pathname, found?.value.place);
    const match = compared ?? found;
    const isOwn = match !== undefined && isPlanned(match.value) && isDecodable(pathname);
    return isOwn ? (match as MatchedRoute) : undefined;
  }

  /** Every route of the stack for a request, once, in any order. */
  findAll(method: string, pathname: string): MatchedRoute[] {
    if (!isDecodable(pathname)) return this.#compare(this.#routes, method, pathname);
    const found = this.#router
      .findAll(method, pathname)
      .flatMap(({ value, params }) => (isPlanned(value) ? { value, params } : []));
    const compared = this.#compare(this.#unsearchable, method, pathname);
    // The entry of the method comes before that of all methods.
    const once = found.filter(({ value }, at) => value.place !== found[at - 1]?.value.place);
    return [...once, ...compared];
  }

  /** The routes that match a path, whatever their methods. */
  routesFor(pathname: string): IndexedRoute[] {
    const found: IndexedRoute[] = [];
    for (const { value } of this.#router.routesFor(pathname)) {
      // Each method of a route is a value of the router.
      const last = found.at(-1);
      if (value.place === last?.place && value.route === last.route) continue;
      if (isPlanned(value) || value.pattern.match(pathname) !== undefined) found.push(value);
    }
    const compared = this.#unsearchable.filter(({ pattern }) => pattern.match(pathname) !== undefined);
    if (compared.length === 0) return found;
    return [...found, ...compared].sort((one, other) => one.place - other.place);
  }

  /** Compares a path with routes before the place `end`, one by one. */
  #compare(
    routes: readonly ComparedRoute[],
    method: string,
    pathname: string,
    end = Number.POSITIVE_INFINITY,
  ): MatchedRoute[] {
    const found: MatchedRoute[] = [];
    for (const route of routes) {
      const { place, pattern } = route;
      const match = place < end ? pattern.match(pathname) : undefined;
      if (match === undefined) continue;
      const { params } = match;
      const value = isDecoded(params)
        ? (plannedFor(route, method) ?? plannedFor(route, ALL))
        : { ...route, id: -1 - place, handlers: undefined, chain: undefined };
      if (value !== undefined) found.push({ value, params });
    }
    return found;
  }
}

function plannedFor({ planned }: ComparedRoute, method: string): PlannedRoute | undefined {
  return planned.find(({ handlers }) => handlers?.methods.includes(method));
}

function isPlanned(route: IndexedRoute): route is PlannedRoute {
  return 'handlers' in route;
}
