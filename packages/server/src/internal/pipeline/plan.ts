import { createRouter, type Matcher, type RouteMatch, type Router } from '@nextpress/router';
import { isDecodable } from '../path/path-params.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { planMiddleware } from './mount-step.ts';
import type { Pipeline } from './pipeline.ts';
import { PlannedChain, type PlannedLayer } from './planned-chain.ts';
import { ComparedRouteStep, handlersOf, ROUTE, type RouteHandlers, RouteStep } from './route-step.ts';

/** What the router finds: the way of one method through everything up to one route. */
export interface PlannedRoute {
  /** The route's place in the stack. */
  readonly place: number;
  readonly handlers: RouteHandlers;
  readonly chain: PlannedChain;
  /** Whether the path captures params. */
  readonly captures: boolean;
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
  readonly #pipeline: Pipeline;
  #exhaustive: PlannedChain | undefined;

  /** Cold: runs at `listen`, or at the first request after a change. */
  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
    this.router = createRouter<PlannedRoute>({ ...pipeline.rules, precedence: 'registration' });
    const placed: Placed[] = [];
    for (const [place, layer] of pipeline.stack.entries()) {
      const { matcher, patterns } = layer[LAYER_PATH];
      if (layer.route === undefined) {
        for (const planned of planMiddleware(pipeline, layer, place))
          placed.push({ ...planned, prefix: matcher });
      } else if (patterns === undefined) {
        placed.push({ ...comparedRoute(pipeline, layer, layer.route, place), prefix: undefined });
      } else {
        for (const pattern of patterns) {
          const before = placed.filter(({ prefix }) => prefix?.covers(pattern) !== 'never');
          const captures = /[:*]/.test(pattern.pattern);
          for (const { methods, handlers } of handlersOf(pipeline, layer, layer.route)) {
            const route = { place, layer: ROUTE, step: new RouteStep(handlers) };
            const chain = new PlannedChain([...before, route], place + 1);
            this.router.add(methods, pattern.pattern, { place, handlers, chain, captures });
          }
        }
      }
    }
    this.unmatched = new PlannedChain(placed, pipeline.stack.length);
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
      planned.push({ place: last, layer: ROUTE, step: new RouteStep(value.handlers, params) });
    }
    addUpTo(end);
    return new PlannedChain(planned, end);
  }

  /** Every layer, compared one by one: a path that can't be decoded is an error of the first pattern that captures from it. */
  #compareAll(): PlannedChain {
    this.#exhaustive ??= new PlannedChain(
      this.#pipeline.stack.flatMap((layer, place) =>
        layer.route === undefined
          ? planMiddleware(this.#pipeline, layer, place)
          : comparedRoute(this.#pipeline, layer, layer.route, place),
      ),
      this.#pipeline.stack.length,
    );
    return this.#exhaustive;
  }
}

function comparedRoute(
  pipeline: Pipeline,
  layer: PlacedLayer,
  route: LayeredRoute,
  place: number,
): PlannedLayer {
  return { place, layer: ROUTE, step: new ComparedRouteStep(pipeline, layer, route) };
}
