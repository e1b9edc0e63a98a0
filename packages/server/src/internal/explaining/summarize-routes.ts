/** @module Cold: `app.routes()`. */

import type { Matcher } from '@nextpress/router';
import type { RouteSummary } from '../../inspecting.ts';
import { joinPaths } from '../path/join-paths.ts';
import type { Path } from '../path/path-matcher.ts';
import type { Pipeline } from '../planning/pipeline.ts';
import { LAYER_PATH, type PlacedLayer, REGISTERED_AT } from '../registration/layer.ts';
import { registryOf } from '../registration/registry.ts';
import { entryOf } from '../registration/route-entry.ts';
import { isRouteLayer, type RouteLayer } from '../registration/route-layer.ts';
import type { HookName } from '../scopes/hooks.ts';
import { ownerOf, type ScopeNode } from '../scopes/scope-node.ts';
import { nameOf, scopeName } from './describe-step.ts';

/** A stack, and what requests pass outside of it. */
interface Place {
  readonly pipeline: Pipeline;
  readonly prefix: Path;
  /** The names of functions that run before the layers of the stack. */
  readonly before: readonly string[];
  /** The names of hooks that run before the handlers of its routes. */
  readonly preHandlers: readonly string[];
  /** The stacks around it. */
  readonly outside: readonly Pipeline[];
}

/** Lists the routes of an application, with those of everything that is mounted in it. */
export function summarizeRoutes(pipeline: Pipeline): RouteSummary[] {
  return routesIn({ pipeline, prefix: '', before: [], preHandlers: [], outside: [] });
}

function routesIn(place: Place): RouteSummary[] {
  const { pipeline, outside } = place;
  // Routers may be mounted in each other.
  if (outside.includes(pipeline)) return [];
  const passed: PlacedLayer[] = [];
  return pipeline.layers.flatMap((layer) => {
    if (isRouteLayer(layer)) return summariesOf(layer, place, passed);
    const inner = registryOf(layer.handle) as Pipeline | undefined;
    if (inner !== undefined) return routesIn(placeInside(inner, layer, place, passed));
    if (layer.handle.length < 4) passed.push(layer);
    return [];
  });
}

function placeInside(
  pipeline: Pipeline,
  layer: PlacedLayer,
  place: Place,
  passed: readonly PlacedLayer[],
): Place {
  const { matcher } = layer[LAYER_PATH];
  return {
    pipeline,
    prefix: joinPaths(place.prefix, layer.rawPath),
    before: [...place.before, ...namesBefore(layer, matcher, place, passed)],
    preHandlers: [...place.preHandlers, ...preHandlersOf(scopeOf(layer, place))],
    outside: [...place.outside, place.pipeline],
  };
}

/** One summary for each pattern and each group of methods with the same handlers. */
function summariesOf(layer: RouteLayer, place: Place, passed: readonly PlacedLayer[]): RouteSummary[] {
  const { matcher, patterns } = layer[LAYER_PATH];
  const scope = scopeOf(layer, place);
  const paths = ([layer.rawPath] as Path[]).flat() as Path[];
  return paths.flatMap((path, at) =>
    layer.route.groups().map(({ methods, layers }) => ({
      methods,
      path: String([joinPaths(place.prefix, path)].flat().join(', ')),
      middleware: [
        ...place.before,
        ...namesBefore(layer, patterns?.[at] ?? matcher, place, passed),
        ...place.preHandlers,
        ...preHandlersOf(scope),
      ],
      handlers: layers.map(({ handle }) => nameOf(handle)),
      scope: scopeName(scope),
      registeredAt: layers.map((each) => entryOf(each)?.registeredAt).at(-1) ?? layer[REGISTERED_AT],
    })),
  );
}

/** The names of the `onRequest` hooks and of the middleware that run before a layer, for every path that the layer matches. */
function namesBefore(
  layer: PlacedLayer,
  pattern: Matcher | undefined,
  place: Place,
  passed: readonly PlacedLayer[],
): string[] {
  const scope = scopeOf(layer, place);
  const middleware = passed.filter(
    (each) => coversAll(each, pattern) && scopeOf(each, place).contains(scope),
  );
  return [...hookNames(scope, 'onRequest'), ...middleware.map(({ handle }) => nameOf(handle))];
}

/** Whether middleware runs for every path of a pattern. A regular expression in a list may match first, without being a prefix. */
function coversAll(
  { rawPath, [LAYER_PATH]: { matcher } }: PlacedLayer,
  pattern: Matcher | undefined,
): boolean {
  if (matcher === undefined) return true;
  const hasRegExp = ([rawPath] as unknown[]).flat().some((part) => part instanceof RegExp);
  return !hasRegExp && pattern !== undefined && matcher.covers(pattern) === 'always';
}

function preHandlersOf(scope: ScopeNode): string[] {
  return [...hookNames(scope, 'preValidation'), ...hookNames(scope, 'preHandler')];
}

function hookNames({ lineage }: ScopeNode, name: HookName): string[] {
  return lineage.flatMap((scope) => scope.hooksOf(name)).map(nameOf);
}

function scopeOf(layer: PlacedLayer, { pipeline }: Place): ScopeNode {
  return ownerOf(layer) ?? pipeline.root;
}
