import type { Matcher } from '@nextpress/router';
import type { Outline, OutlineEntry } from '../../outline.ts';
import type { ServerLayer } from '../../types.ts';
import { endsRequests } from './can-pass-on.ts';
import { LAYER_PATH, type PlacedLayer, REGISTERED_AT } from './layer.ts';
import { isRouteLayer, type RouteLayer } from './route-layer.ts';

/** The key of the method that returns an {@link Outline}. Cold: only tools call it. */
export const OUTLINE: unique symbol = Symbol.for('nextpress.outline') as never;

/** Lists the layers of a stack for tools. */
export function readOutline(stack: readonly PlacedLayer[]): Outline {
  return {
    entries: stack.flatMap((layer) => (isRouteLayer(layer) ? ofRoute(layer) : ofMiddleware(layer))),
  };
}

function ofRoute({ route, [LAYER_PATH]: path, [REGISTERED_AT]: registeredAt }: RouteLayer): OutlineEntry[] {
  const patterns = path.patterns ?? [path.matcher];
  return patterns.flatMap((matcher) =>
    route.groups().map(({ methods, layers }) => ({
      ...pathOf(matcher),
      kind: 'route' as const,
      methods,
      handlers: layers.map(({ handle }) => handle),
      seemsToEnd: endsRequests(layers.map(({ handle }) => handle)),
      inner: undefined,
      registeredAt,
    })),
  );
}

function ofMiddleware({
  handle,
  [LAYER_PATH]: path,
  [REGISTERED_AT]: registeredAt,
}: PlacedLayer): OutlineEntry {
  return {
    ...pathOf(path.matcher),
    kind: handle.length === 4 ? 'error' : 'middleware',
    methods: [],
    handlers: [handle],
    seemsToEnd: endsRequests([handle]),
    inner: outlineOf(handle),
    registeredAt,
  };
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

function pathOf(matcher: Matcher | undefined): Pick<OutlineEntry, 'path' | 'match'> {
  if (matcher === undefined) return { path: '/', match: () => ({ length: 0 }) };
  return { path: matcher.pattern, match: (path) => matcher.match(path) };
}
