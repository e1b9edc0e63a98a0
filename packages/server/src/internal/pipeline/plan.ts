import { createRouter, type Matcher, type RouteMatch, type Router } from '@nextpress/router';
import type { Request } from '../../messages.ts';
import { isDecodable } from '../path/path-params.ts';
import { isRouteLayer, LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import { ALL } from '../registration/methods.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { planMiddleware } from './mount-step.ts';
import type { Pipeline } from './pipeline.ts';
import { PlannedChain, type PlannedLayer } from './planned-chain.ts';
import {
  ComparedRouteStep,
  type HandlersOfMethods,
  handlersOf,
  ROUTE,
  type RouteHandlers,
  RouteStep,
} from './route-step.ts';

/** What the router finds: the way of one method through everything up to one route. */
export interface PlannedRoute {
  /** The route's place in the stack. */
  readonly place: number;
  readonly handlers: RouteHandlers;
  readonly chain: PlannedChain;
  /** Whether the path captures params. */
  readonly captures: boolean;
}

/** The methods of a route. */
interface KnownRoute {
  readonly matcher: Matcher | undefined;
  readonly methods: readonly string[];
}

/** A layer that may come before a route. */
interface Placed extends PlannedLayer {
  readonly prefix: Matcher | undefined;
}

/** A stack, prepared: one lookup finds a request's way. */
export class Plan {
  readonly router: Router<PlannedRoute>;
  /** Every middleware, and every route that the router can't find, for requests that it finds no route for. */
  readonly unmatched: PlannedChain;
  /** How many layers the stack has. */
  readonly length: number;
  /** Whether the layers publish their calls. */
  readonly isTraced: boolean = isTraced();
  readonly #pipeline: Pipeline;
  readonly #routes: KnownRoute[] = [];
  /** The prefix of the last layer; `null` where that is a route or there is none. */
  readonly #last: Matcher | undefined | null;
  #exhaustive: PlannedChain | undefined;

  /** Cold: runs at `listen`, or at the first request after a change. */
  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
    this.router = createRouter<PlannedRoute>({ ...pipeline.rules, precedence: 'registration' });
    this.length = pipeline.layers.length;
    const placed: Placed[] = [];
    for (const [place, layer] of pipeline.layers.entries()) {
      const { matcher, patterns } = layer[LAYER_PATH];
      if (!isRouteLayer(layer)) {
        for (const planned of planMiddleware(pipeline, layer, place))
          placed.push({ ...planned, prefix: matcher });
        continue;
      }
      const groups = handlersOf(pipeline, layer);
      const responding = groups.filter(({ handlers }) => handlers.chain.layers.length > 0);
      this.#routes.push({ matcher, methods: responding.flatMap(({ methods }) => methods) });
      if (patterns === undefined) placed.push({ ...comparedRoute(layer, groups, place), prefix: undefined });
      for (const pattern of patterns ?? []) {
        const before = placed.filter(({ prefix }) => prefix?.covers(pattern) !== 'never');
        const captures = /[:*]/.test(pattern.pattern);
        for (const { methods, handlers } of groups) {
          const route = { place, layer: handlers.only ?? ROUTE, step: new RouteStep(handlers) };
          const chain = new PlannedChain([...before, route], place + 1);
          this.router.add(methods, pattern.pattern, { place, handlers, chain, captures });
        }
      }
    }
    this.unmatched = new PlannedChain(placed, this.length);
    const last = pipeline.layers.at(-1);
    this.#last = last === undefined || last.route !== undefined ? null : last[LAYER_PATH].matcher;
  }

  /** The methods that the routes for a path name; without those of routes that respond to a method themselves. */
  methodsFor(pathname: string, except?: string): string[] {
    return this.#routes.flatMap(({ matcher, methods }) => {
      if (matcher?.match(pathname) === undefined) return [];
      if (except !== undefined && (methods.includes(except) || methods.includes(ALL))) return [];
      return methods.filter((method) => method !== ALL);
    });
  }

  /** Whether the last layer is middleware for the request's path. */
  endsWithMatch({ pathname }: Request): boolean {
    if (this.#last === null) return false;
    return this.#last === undefined || this.#last.match(pathname) !== undefined;
  }

  /** Finds everything from a place in the stack on that concerns a request. */
  chainFrom(place: number, method: string, pathname: string): PlannedChain {
    if (!isDecodable(pathname)) return this.#compareAll();
    const ahead = this.router.findAll(method, pathname).filter((match) => match.value.place >= place);
    return ahead.length === 0 ? this.unmatched : this.#withRoutes(place, ahead);
  }

  /** The middleware from a place in the stack on, and some routes at their places. */
  #withRoutes(from: number, matches: readonly RouteMatch<PlannedRoute>[]): PlannedChain {
    const { layers, steps, origins, end } = this.unmatched;
    const planned: PlannedLayer[] = [];
    let position = this.unmatched.positionOf(from);
    const addUpTo = (place: number): void => {
      for (; position < origins.length && (origins[position] as number) < place; position++) {
        const layer = layers[position] as PlannedLayer['layer'];
        planned.push({ place: origins[position] as number, layer, step: steps[position] });
      }
    };
    let last = from - 1;
    for (const { value, params } of matches) {
      // Of one route's entries the first counts: the one for the method itself, before the one for all methods.
      if (value.place === last) continue;
      last = value.place;
      addUpTo(last);
      const layer = value.handlers.only ?? ROUTE;
      planned.push({ place: last, layer, step: new RouteStep(value.handlers, params) });
    }
    addUpTo(end);
    return new PlannedChain(planned, end);
  }

  /** Every layer, compared one by one: a path that can't be decoded is an error of the first pattern that captures from it. */
  #compareAll(): PlannedChain {
    this.#exhaustive ??= new PlannedChain(
      this.#pipeline.layers.flatMap((layer, place) =>
        isRouteLayer(layer)
          ? comparedRoute(layer, handlersOf(this.#pipeline, layer), place)
          : planMiddleware(this.#pipeline, layer, place),
      ),
      this.length,
    );
    return this.#exhaustive;
  }
}

function comparedRoute(
  layer: PlacedLayer,
  groups: readonly HandlersOfMethods[],
  place: number,
): PlannedLayer {
  return { place, layer: ROUTE, step: new ComparedRouteStep(layer, groups) };
}
