import type { Matcher } from '@nextpress/router';
import type { Outline, OutlineEntry } from '../../outline.ts';
import { LAYER_PATH, type PlacedLayer, REGISTERED_AT } from './layer.ts';
import type { LayeredRoute } from './layered-route.ts';
import type { ServerLayer } from './stack.ts';

/** The key of the method that tells an {@link Outline}. Cold: only tools call it. */
export const OUTLINE: unique symbol = Symbol.for('nextpress.outline') as never;

/** What a stack has registered. */
export function readOutline(stack: readonly PlacedLayer[]): Outline {
  return {
    entries: stack.flatMap((layer) =>
      layer.route === undefined ? ofMiddleware(layer) : ofRoute(layer, layer.route),
    ),
  };
}

function ofRoute(
  { [LAYER_PATH]: path, [REGISTERED_AT]: registeredAt }: PlacedLayer,
  route: LayeredRoute,
): OutlineEntry[] {
  const patterns = path.patterns ?? [path.matcher];
  return patterns.flatMap((matcher) =>
    route.groups().map(({ methods, layers }) => ({
      ...pathOf(matcher),
      kind: 'route' as const,
      methods,
      handlers: layers.map(({ handle }) => handle),
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
    inner: outlineOf(handle),
    registeredAt,
  };
}

/** What is being read: routers may be mounted in each other. */
const open = new Set<ServerLayer>();

function outlineOf(handle: ServerLayer): Outline | undefined {
  const { [OUTLINE]: read } = handle as { [OUTLINE]?: () => Outline };
  if (read === undefined || open.has(handle)) return undefined;
  open.add(handle);
  try {
    return read.call(handle);
  } finally {
    open.delete(handle);
  }
}

function pathOf(matcher: Matcher | undefined): Pick<OutlineEntry, 'path' | 'match'> {
  if (matcher === undefined) return { path: '/', match: () => ({ length: 0 }) };
  return { path: matcher.pattern, match: (path) => matcher.match(path) };
}
