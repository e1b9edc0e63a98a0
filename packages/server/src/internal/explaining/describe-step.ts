/** @module Cold: describes layers and hooks for `app.explain()`. */

import { IDENTITY } from '@nextpress-internal/internals/keys';
import type { ExplainedStep, StepKind } from '../../types/inspecting.ts';
import type { Path } from '../../types/values.ts';
import { joinPaths } from '../path/join-paths.ts';
import type { LayerRegistry } from '../planning/layer-registry.ts';
import { REGISTERED_AT, type StackLayer } from '../registration/layer.ts';
import type { HandlerGroup, LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import { isRouteLayer, type RouteLayer } from '../registration/route-layer.ts';
import { kindOf } from '../registration/route-table.ts';
import type { HookEntry } from '../scopes/hooks.ts';
import { ownerOf, type ScopeNode } from '../scopes/scope-node.ts';

/** Where an explained request enters a stack. */
export interface Visit {
  readonly origin: LayerRegistry;
  /** The patterns of the outer mounts. */
  readonly prefix: Path;
  readonly depth: number;
  /** The path of the request inside the mounts. */
  readonly pathname: string;
}

/** Lets tools find the row of the table that a step is about. */
export function identify<Step extends ExplainedStep>(step: Step, key: object): Step {
  return Object.defineProperty(step, IDENTITY, { value: key });
}

export function nameOf({ name }: { readonly name: string }): string {
  return name || '<anonymous>';
}

/** The name of a scope; `undefined` for the root. */
export function scopeName(scope: ScopeNode | undefined): string | undefined {
  return scope?.parent === undefined ? undefined : scope.name;
}

/** A path as text, with its outer prefixes; `[]` for an empty array. */
export function fullPath(prefix: Path, path: Path): string {
  return [joinPaths(prefix, path)].flat().map(String).join(', ') || '[]';
}

/** The group of handlers that a route has for a method. */
export function groupFor(route: LayeredRoute, method: string): HandlerGroup | undefined {
  const groups = route.groups();
  return (
    groups.find(({ methods }) => methods.includes(method)) ??
    groups.find(({ methods }) => methods.includes(ALL))
  );
}

/** Describes a layer of a stack: middleware, or a route as a whole. */
export function describeLayer(layer: StackLayer, { prefix, depth }: Visit): ExplainedStep {
  const isRoute = isRouteLayer(layer);
  const kind = kindOf(layer);
  return {
    kind: kind === 'route' ? 'handler' : kind,
    name: isRoute ? nameOfRoute(layer) : nameOf(layer.handle),
    path: fullPath(prefix, layer.rawPath),
    methods: isRoute ? [...new Set(layer.route.groups().flatMap(({ methods }) => methods))] : [],
    scope: scopeName(ownerOf(layer)),
    depth,
    registeredAt: layer[REGISTERED_AT],
  };
}

/** A route is named after its last handler. */
function nameOfRoute({ route }: RouteLayer): string {
  return nameOf(route.groups().at(-1)?.layers.at(-1)?.handle ?? { name: '' });
}

export function describeHook(
  { name, hook, registeredAt }: HookEntry,
  scope: ScopeNode,
  { prefix, depth }: Visit,
): ExplainedStep {
  return {
    kind: name as StepKind,
    name: nameOf(hook),
    path: fullPath(prefix, scope.prefix || '/'),
    methods: [],
    scope: scopeName(scope),
    depth,
    registeredAt,
  };
}
