import type { Next } from '@nextpress/middleware';
import type { Request, Response, ServerLayer } from '../../types/application.ts';
import { compileRoutePath } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { functionOf, type PlacedLayer, placeLayer, toPathMatcher } from './layer.ts';
import type { LayeredRoute } from './layered-route.ts';

/** A layer that runs a route. */
export type RouteLayer = PlacedLayer & { readonly route: LayeredRoute };

export function isRouteLayer(layer: PlacedLayer): layer is RouteLayer {
  return layer.route !== undefined;
}

export function routeLayer(route: LayeredRoute, rules: PathRules): PlacedLayer {
  const compiled = compileRoutePath(route.path, rules);
  const rawPath = rules.dialect.flattenPath(route.path);
  const matchers = Array.isArray(rawPath)
    ? rawPath.map((part) => toPathMatcher(compileRoutePath(part, rules).matcher, rules))
    : [toPathMatcher(compiled.matcher, rules)];
  const { Layer } = rules.dialect;
  const handle = dispatcherOf(route, Layer.dispatcher);
  const layer = new Layer(rawPath, handle, matchers, { reading: { ...rules, end: true } });
  layer.route = route as never;
  return placeLayer(layer, compiled);
}

/** Whether the layer still has its original function, which only runs the route. Instrumentation replaces it. */
export function hasOwnDispatcher(layer: RouteLayer): boolean {
  return dispatchers.get(functionOf(layer)) === layer.route;
}

const dispatchers = new WeakMap<ServerLayer, LayeredRoute>();

function dispatcherOf(route: LayeredRoute, name: string): ServerLayer {
  const handle = (req: Request, res: Response, next: Next): void => route.dispatch(req, res, next);
  if (handle.name !== name) Object.defineProperty(handle, 'name', { value: name });
  dispatchers.set(handle, route);
  return handle;
}
