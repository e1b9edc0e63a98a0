import type { Outline, OutlineEntry } from '../../outline.ts';
import type { ServerLayer } from '../../types.ts';
import { branchesOf } from '../path/path-matcher.ts';
import { endsRequests } from './can-pass-on.ts';
import { IS_CONFINED, LAYER_PATH, type PlacedLayer, REGISTERED_AT } from './layer.ts';
import { isRouteLayer, type RouteLayer } from './route-layer.ts';

/** The key of the method that returns an {@link Outline}. Cold: only tools call it. */
export const OUTLINE: unique symbol = Symbol.for('nextpress.outline') as never;

/** Lists the layers of a stack for tools. */
export function readOutline(stack: readonly PlacedLayer[]): Outline {
  return {
    entries: stack.flatMap((layer) => (isRouteLayer(layer) ? ofRoute(layer) : ofMiddleware(layer))),
  };
}

function ofRoute(layer: RouteLayer): OutlineEntry[] {
  return pathsOf(layer).flatMap((path) =>
    layer.route.groups().map(({ methods, layers }) => ({
      ...path,
      kind: 'route' as const,
      methods,
      handlers: layers.map(({ handle }) => handle),
      isConfined: false,
      seemsToEnd: endsRequests(layers.map(({ handle }) => handle)),
      inner: undefined,
      registeredAt: layer[REGISTERED_AT],
    })),
  );
}

function ofMiddleware(layer: PlacedLayer): OutlineEntry[] {
  const { handle, [IS_CONFINED]: isConfined } = layer;
  return pathsOf(layer).map((path) => ({
    ...path,
    kind: handle.length === 4 ? 'error' : 'middleware',
    methods: [],
    handlers: [handle],
    isConfined: isConfined?.() ?? false,
    seemsToEnd: endsRequests([handle]),
    inner: outlineOf(handle),
    registeredAt: layer[REGISTERED_AT],
  }));
}

/** Layers whose outline is being read: routers may be mounted in each other. */
const reading = new Set<ServerLayer>();

function outlineOf(handle: ServerLayer): Outline | undefined {
  const { [OUTLINE]: read } = handle as { [OUTLINE]?: () => Outline };
  if (read === undefined || reading.has(handle)) return undefined;
  reading.add(handle);
  try {
    return read.call(handle);
  } finally {
    reading.delete(handle);
  }
}

function pathsOf({ [LAYER_PATH]: { matcher } }: PlacedLayer): Pick<OutlineEntry, 'path' | 'match'>[] {
  if (matcher === undefined) return [{ path: '/', match: () => ({ length: 0 }) }];
  return branchesOf(matcher).map((branch) => ({ path: branch.pattern, match: (path) => branch.match(path) }));
}
