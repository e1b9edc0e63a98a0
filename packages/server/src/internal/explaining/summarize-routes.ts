/** @module Cold: `app.routes()`. */

import type { Matcher } from '@nextpress/router';
import type { RouteSummary } from '../../types/inspecting.ts';
import type { Path } from '../../types/values.ts';
import type { LayerRegistry } from '../planning/layer-registry.ts';
import { isStackLayer, LAYER_PATH } from '../registration/layer.ts';
import { type Row, tableOf } from '../registration/route-table.ts';
import { HANDLER_HOOKS, type HookName } from '../scopes/hooks.ts';
import { ownerOf, type ScopeNode } from '../scopes/scope-node.ts';
import { fullPath, nameOf, scopeName } from './describe-step.ts';

/** Lists the routes of an application, with those of everything that is mounted in it. */
export function summarizeRoutes(registry: LayerRegistry): RouteSummary[] {
  // The scopes of another copy of this package are unknown.
  const rows = tableOf(registry).filter(({ layer }) => isStackLayer(layer));
  const passed: Row[] = [];
  return rows.flatMap((row) => {
    if (row.kind === 'middleware' && row.layer.handle.length < 4) passed.push(row);
    return row.kind === 'route' ? summariesOf(row, passed) : [];
  });
}

/** One summary for each pattern and each group of methods with the same handlers. */
function summariesOf(row: Row, passed: readonly Row[]): RouteSummary[] {
  const { layer, prefix, mounts } = row;
  const { matcher, patterns } = layer[LAYER_PATH];
  const around = [...mounts, row];
  const preHandlers = around.flatMap((each) => HANDLER_HOOKS.flatMap((name) => hookNames(each, name)));
  const paths = ([layer.rawPath] as Path[]).flat() as Path[];
  return paths.flatMap((path, at) => {
    const before = around.flatMap((each, depth) => {
      const pattern = each === row ? (patterns?.[at] ?? matcher) : each.layer[LAYER_PATH].matcher;
      return namesBefore(each, pattern, siblingsIn(mounts.slice(0, depth), passed));
    });
    return row.groups().map(({ methods, handlers, registeredAt }) => ({
      methods,
      path: fullPath(prefix, path),
      middleware: [...before, ...preHandlers],
      handlers: handlers.map(nameOf),
      scope: scopeName(scopeOf(row)),
      registeredAt: registeredAt ?? row.registeredAt,
    }));
  });
}

/** The middleware of one stack. */
function siblingsIn(mounts: readonly Row[], middleware: readonly Row[]): Row[] {
  return middleware.filter(
    (each) => each.mounts.length === mounts.length && mounts.every((mount, at) => mount === each.mounts[at]),
  );
}

/** The names of the `onRequest` hooks and of the middleware that run before a layer, for every path that the layer matches. */
function namesBefore(row: Row, pattern: Matcher | undefined, passed: readonly Row[]): string[] {
  const scope = scopeOf(row);
  const middleware = passed.filter((each) => coversAll(each, pattern) && scopeOf(each).contains(scope));
  return [...hookNames(row, 'onRequest'), ...middleware.map(({ layer }) => nameOf(layer.handle))];
}

/** Whether middleware runs for every path of a pattern. A regular expression in a list may match first, without being a prefix. */
function coversAll({ layer }: Row, pattern: Matcher | undefined): boolean {
  const { matcher } = layer[LAYER_PATH];
  if (matcher === undefined) return true;
  const hasRegExp = ([layer.rawPath] as unknown[]).flat().some((part) => part instanceof RegExp);
  return !hasRegExp && pattern !== undefined && matcher.covers(pattern) === 'always';
}

function hookNames(row: Row, name: HookName): string[] {
  return scopeOf(row)
    .lineage.flatMap((scope) => scope.hooksOf(name))
    .map(nameOf);
}

function scopeOf({ layer, registry }: Row): ScopeNode {
  return ownerOf(layer) ?? (registry as LayerRegistry).root;
}
