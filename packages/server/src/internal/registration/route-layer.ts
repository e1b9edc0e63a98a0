import type { Next } from '@nextpress/middleware';
import type { Request, Response, ServerLayer } from '../../types/application.ts';
import { compileRoutePath, flattenPath } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { functionOf, Layer, type PlacedLayer, placeLayer, toPathMatcher } from './layer.ts';
import { Layer4 } from './layer4.ts';
import type { LayeredRoute } from './layered-route.ts';

/** A layer that runs a route. */
export type RouteLayer = PlacedLayer & { readonly route: LayeredRoute };

export function isRouteLayer(layer: PlacedLayer): layer is RouteLayer {
  return layer.route !== undefined;
}

export function routeLayer(route: LayeredRoute, rules: PathRules): PlacedLayer {
  const compiled = compileRoutePath(route.path, rules);
  const rawPath = flattenPath(route.path, rules.expressVersion);
  const matchers = Array.isArray(rawPath)
    ? rawPath.map((part) => toPathMatcher(compileRoutePath(part, rules).matcher))
    : [toPathMatcher(compiled.matcher)];
  const isExpress4 = rules.expressVersion === 4;
  const handle = dispatcherOf(route, isExpress4 ? 'bound dispatch' : 'handle');
  const layer = isExpress4
    ? new Layer4(rawPath, handle, matchers, { reading: { ...rules, end: true } })
    : new Layer(rawPath, handle, matchers);
  layer.route = route as never;
  return placeLayer(layer, compiled);
}

/** Whether the layer still has its original function, which only runs the route. Instrumentation replaces it. */
export function hasOwnDispatcher(layer: RouteLayer): boolean {
  return dispatchers.get(functionOf(layer)) === layer.route;
}

const dispatchers = new WeakMap<ServerLayer, LayeredRoute>();

/** @param name - by which instrumentation recognizes the layer of a route */
function dispatcherOf(route: LayeredRoute, name: string): ServerLayer {
  const handle = (req: Request, res: Response, next: Next): void => route.dispatch(req, res, next);
  if (handle.name !== name) Object.defineProperty(handle, 'name', { value: name });
  dispatchers.set(handle, route);
  return handle;
}
