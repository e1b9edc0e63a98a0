import { Chain, type ChainEnd, type ChainOptions } from '@nextpress/middleware';
import { createRouter, type Matcher, type Router } from '@nextpress/router';
import type { Request, Response } from '../../messages.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import type { ServerLayer } from '../registration/stack.ts';
import { comparedRoute, handleGroups, visitedRoute } from './enter-route.ts';
import { mountLayers } from './mount.ts';
import type { Pipeline } from './pipeline.ts';
import { rewinding } from './rewind.ts';
import { withRouteParams } from './route-params.ts';

/** A chain, and the place in the stack that each of its layers came from. */
export interface PlannedChain {
  readonly chain: Chain<Request, Response>;
  readonly origins: readonly number[];
}

/** What the router finds: the way of one method through everything up to one route. */
export interface PlannedRoute extends PlannedChain {
  /** The route's place in the stack. */
  readonly place: number;
  readonly route: LayeredRoute;
  /** The route's own handlers for the method, without what stands before them. */
  readonly handlers: Chain<Request, Response>;
  /** Whether something runs before the route's handlers, so that its params have to wait for it. */
  readonly deferred: boolean;
  /** Whether the path captures params. */
  readonly captures: boolean;
  /** Goes on past the chain in an application that isn't mounted. */
  readonly end: ChainEnd<Request, Response>;
}

/** A stack, worked out: one lookup finds a request's way. */
export interface Plan {
  readonly router: Router<PlannedRoute>;
  /** Every middleware, and every route that the router can't find, for requests that it finds no route for. */
  readonly unmatched: PlannedChain;
  /** The methods that the routes for a path name. */
  methodsFor(pathname: string): string[];
}

/** Makes the end of a planned chain: `goOn` is told from which place in the stack. */
export type EndOf = (origins: readonly number[]) => ChainEnd<Request, Response>;

/** What may run before a route, and its place in the stack. */
interface Placed {
  readonly place: number;
  readonly prefix: Matcher | undefined;
  readonly layer: ServerLayer;
}

/** Works out a stack. Cold: runs at `listen`, or at the first request after a change. */
export function planStack(pipeline: Pipeline, endOf: EndOf): Plan {
  const router = createRouter<PlannedRoute>({ ...pipeline.rules, precedence: 'registration' });
  const placed: Placed[] = [];
  const compared: PlacedLayer[] = [];
  for (const [place, layer] of pipeline.stack.entries()) {
    const { matcher, patterns } = layer[LAYER_PATH];
    if (layer.route === undefined) {
      for (const mounted of mountLayers(pipeline, layer))
        placed.push({ place, prefix: matcher, layer: mounted });
    } else if (patterns === undefined) {
      compared.push(layer);
      placed.push({ place, prefix: undefined, layer: comparedRoute(pipeline, layer, layer.route) });
    } else {
      for (const pattern of patterns) {
        const before = placed.filter(({ prefix }) => prefix?.covers(pattern) !== 'never');
        const planRoute = routePlanner(pipeline, before, place, layer.route, pattern);
        for (const { methods, handles } of handleGroups(pipeline, layer, layer.route)) {
          const planned = planRoute(handles);
          router.add(methods, pattern.pattern, { ...planned, end: endOf(planned.origins) });
        }
      }
    }
  }
  const methodsFor = (pathname: string): string[] => [
    ...router.methodsFor(pathname),
    ...compared
      .filter((layer) => layer[LAYER_PATH].matcher?.match(pathname) !== undefined)
      .flatMap(namedMethods),
  ];
  return { router, unmatched: chainOf(pipeline, placed), methodsFor };
}

/** One chain through what stands before a route and can apply to its paths, and the route's handlers. */
function routePlanner(
  pipeline: Pipeline,
  before: readonly Placed[],
  place: number,
  route: LayeredRoute,
  { pattern }: Matcher,
): (handlers: readonly ServerLayer[]) => Omit<PlannedRoute, 'end'> {
  const deferred = before.length > 0 || pipeline.visits;
  const places = before.map((each) => each.place);
  const layers = before.map(({ layer }) => layer);
  return (handlers) => {
    const alone = new Chain(handlers, { publish: true });
    const last = pipeline.visits ? [visitedRoute(pipeline, route, alone)] : withRouteParams(handlers, route);
    const chain = deferred ? new Chain([...layers, ...last], chainOptions(pipeline, before.length)) : alone;
    return {
      chain,
      origins: [...places, ...chain.layers.slice(places.length).map(() => place)],
      place,
      route,
      handlers: alone,
      captures: /[:*]/.test(pattern),
      deferred,
    };
  };
}

function chainOf(pipeline: Pipeline, placed: readonly Placed[]): PlannedChain {
  const layers = placed.map(({ layer }) => layer);
  const chain = new Chain(layers, chainOptions(pipeline, layers.length));
  return { chain, origins: placed.map(({ place }) => place) };
}

/** How a pipeline's chains are folded that have middleware. */
export function chainOptions(pipeline: Pipeline, route: number): ChainOptions<Request> {
  return { route, rematch: true, publish: true, rewind: rewinding(pipeline) };
}

function namedMethods({ route }: PlacedLayer): string[] {
  const methods = route?.groups().flatMap((group) => group.methods) ?? [];
  return methods.filter((method) => method !== ALL);
}
