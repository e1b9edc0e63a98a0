import type { Next } from '@nextpress/middleware';
import type { Request, Response, ServerLayer } from '../../types.ts';
import { compileRoutePath, flattenPath } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { Layer, type PlacedLayer, placeLayer, toPathMatcher } from './layer.ts';
import type { LayeredRoute } from './layered-route.ts';

/** A layer that runs a route. */
export type RouteLayer = PlacedLayer & { readonly route: LayeredRoute };

export function isRouteLayer(layer: PlacedLayer): layer is RouteLayer {
  return layer.route !== undefined;
}

export function routeLayer(route: LayeredRoute, rules: PathRules): PlacedLayer {
  const compiled = compileRoutePath(route.path, rules);
  const rawPath = flattenPath(route.path);
  const matchers = Array.isArray(rawPath)
    ? rawPath.map((part) => toPathMatcher(compileRoutePath(part, rules).matcher))
    : [toPathMatcher(compiled.matcher)];
  const layer = new Layer(rawPath, dispatcherOf(route), matchers);
  layer.route = route as never;
  return placeLayer(layer, compiled);
}

/** Whether the layer still has its original function, which only runs the route. Instrumentation replaces it. */
export function hasOwnDispatcher({ handle, route }: RouteLayer): boolean {
  return dispatchers.get(handle) === route;
}

const dispatchers = new WeakMap<ServerLayer, LayeredRoute>();

function dispatcherOf(route: LayeredRoute): ServerLayer {
  // Instrumentation recognizes the layer of a route by the name "handle".
  const handle = (req: Request, res: Response, next: Next): void => route.dispatch(req, res, next);
  dispatchers.set(handle, route);
  return handle;
}
