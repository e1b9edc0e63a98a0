/** @module Cold: the table of everything that is registered, for documents, upgrades and tools. */

import type { Matcher } from '@nextpress/router';
import { ROUTES } from '@nextpress-internal/internals/keys';
import type { RowGroup, TablePath, TableRow } from '../../types/route-table.ts';
import type { Path } from '../../types/values.ts';
import { joinPaths } from '../path/join-paths.ts';
import { branchesOf } from '../path/path-matcher.ts';
import { NO_PREFIX } from '../path/regexp-matcher.ts';
import { changeCount, LAYER_PATH, REGISTERED_AT, type StackLayer } from './layer.ts';
import type { HandlerGroup } from './layered-route.ts';
import { MOUNTED, type Registry, registryOf } from './registry.ts';
import { countBeforeValidation, entryOf, type RouteEntry } from './route-entry.ts';
import { isRouteLayer } from './route-layer.ts';

/** A row as this copy of the package sees it. */
export interface Row extends TableRow {
  readonly layer: StackLayer;
  /** The application or the router that has the layer. */
  readonly registry: Registry;
  readonly mounts: readonly Row[];
  readonly registrations: readonly RouteEntry[];
}

const known = new WeakMap<Registry, { readonly rows: readonly Row[]; readonly change: number }>();

/** The registries being read: routers may be mounted in each other. */
const reading = new Set<Registry>();

/** The table of an application, a scope or a router, cached until something changes. */
export function tableOf(registry: Registry): readonly Row[] {
  const last = known.get(registry);
  if (reading.size > 0) return readTable(registry);
  if (last?.change === changeCount()) return last.rows;
  const rows = readTable(registry);
  // Changes in another copy of this package are not counted.
  const isCounted = rows.every((row) => !isMount(row) || registryOf(row.layer.handle) !== undefined);
  if (isCounted) known.set(registry, { rows, change: changeCount() });
  return rows;
}

/** The same, uncached. */
export function readTable(registry: Registry): readonly Row[] {
  if (reading.has(registry)) return [];
  reading.add(registry);
  try {
    return registry.layers.flatMap((layer) => {
      const row = rowOf(layer, registry);
      return [row, ...rowsInside(row).map((inner) => putInside(row, inner))];
    });
  } finally {
    reading.delete(registry);
  }
}

function isMount({ kind }: Row): boolean {
  return kind === 'router' || kind === 'application';
}

function rowsInside(mount: Row): readonly Row[] {
  if (!isMount(mount)) return [];
  return (mount.layer.handle as unknown as { [ROUTES](): readonly Row[] })[ROUTES]();
}

function rowOf(layer: StackLayer, registry: Registry): Row {
  const { matcher } = layer[LAYER_PATH];
  const kind = kindOf(layer);
  const route = isRouteLayer(layer) ? layer.route : undefined;
  const own = tablePath(joinPaths('', layer.rawPath), matcher, kind);
  return {
    ...own,
    layer,
    registry,
    kind,
    prefix: '',
    sendsReturned: registry.rules.dialect.sendsReturned,
    mounts: [],
    registrations: [...(route?.entries() ?? [])],
    registeredAt: layer[REGISTERED_AT],
    identity: route ?? layer,
    groups: () => route?.groups().map(groupOf) ?? [groupOf({ methods: [], layers: [layer] })],
    paths: () => {
      const branches = matcher === undefined ? [undefined] : branchesOf(matcher);
      return branches.map((branch, at) => tablePath([own.path].flat()[at] as Path, branch, kind));
    },
  };
}

function groupOf({ methods, layers }: HandlerGroup): RowGroup {
  const registeredAt = layers.map((layer) => entryOf(layer)?.registeredAt).at(-1);
  const handlers = layers.map(({ handle }) => handle);
  return { methods, handlers, beforeValidation: countBeforeValidation(layers), registeredAt };
}

/** The kind of a layer, also for routers of another copy of this package. */
export function kindOf(layer: StackLayer): TableRow['kind'] {
  const { handle } = layer;
  if (isRouteLayer(layer)) return 'route';
  if (handle.length === 4) return 'error handler';
  if (!(ROUTES in handle)) return 'middleware';
  const isApplication = registryOf(handle)?.routeHooks.isApplication ?? MOUNTED in handle;
  return isApplication ? 'application' : 'router';
}

function tablePath(path: Path, matcher: Matcher | undefined, kind: TableRow['kind']): TablePath {
  return {
    path,
    samplePaths: () => matcher?.samplePaths() ?? ['/'],
    rest: (pathname) => {
      const match = matcher === undefined ? { length: 0 } : matcher.match(pathname);
      if (match === undefined || (match.length === NO_PREFIX && kind !== 'route')) return undefined;
      const rest = pathname.slice(match.length);
      return rest.startsWith('/') ? rest : `/${rest}`;
    },
  };
}

function putInside(mount: Row, row: Row): Row {
  return {
    ...row,
    ...join(mount, row),
    prefix: joinPaths(mount.path, row.prefix),
    mounts: [mount, ...row.mounts],
    paths: () => mount.paths().flatMap((outer) => row.paths().map((inner) => join(outer, inner))),
  };
}

function join(outer: TablePath, inner: TablePath): TablePath {
  return {
    path: joinPaths(outer.path, inner.path),
    samplePaths: () =>
      outer
        .samplePaths()
        .flatMap((before) => inner.samplePaths().map((path) => joinPaths(before, path) as string)),
    rest: (pathname) => {
      const rest = outer.rest(pathname);
      return rest === undefined ? undefined : inner.rest(rest);
    },
  };
}
