import type { PathRules } from '../path/path-matcher.ts';
import { compileRoutePath } from '../path/path-matcher.ts';
import { functionOf, type StackLayer, toPathMatcher, withPath } from './layer.ts';
import { LayeredRoute } from './layered-route.ts';

/** A layer that runs a route. */
export type RouteLayer = StackLayer & { readonly route: LayeredRoute };

export function isRouteLayer(layer: StackLayer): layer is RouteLayer {
  return layer.route !== undefined;
}

export function routeLayer(route: LayeredRoute, rules: PathRules): StackLayer {
  const compiled = compileRoutePath(route.path, rules);
  const rawPath = rules.dialect.flattenPath(route.path);
  const matchers =
    Array.isArray(rawPath) && rules.dialect.listParams === undefined
      ? rawPath.map((part) => toPathMatcher(compileRoutePath(part, rules).matcher, rules))
      : [toPathMatcher(compiled.matcher, rules)];
  const { Layer } = rules.dialect;
  const handle = LayeredRoute.createDispatcher(route, Layer.dispatcher);
  const layer = new Layer(rawPath, handle, matchers, { reading: { ...rules, end: true } });
  layer.route = route as never;
  return withPath(layer, compiled);
}

/** Whether the layer still has its original function, which only runs the route. Instrumentation replaces it. */
export function hasOwnDispatcher(layer: RouteLayer): boolean {
  return LayeredRoute.isDispatcher(layer.route, functionOf(layer));
}
