import type { Matcher } from '@nextpress/router';
import type { Outline, OutlineEntry } from '../../outline.ts';
import type { MiddlewareEntry, RouteEntry, ServerLayer, Stack } from './stack.ts';

/** The key of the method that tells an {@link Outline}. Cold: only tools call it. */
export const OUTLINE: unique symbol = Symbol.for('nextpress.outline') as never;

/** What a stack has registered. */
export function readOutline(stack: Stack): Outline {
  return {
    entries: stack.flatMap((entry) => (entry.kind === 'route' ? ofRoute(entry) : ofMiddleware(entry))),
  };
}

function ofRoute({ path, route, registeredAt }: RouteEntry): OutlineEntry[] {
  const patterns = path.patterns ?? [path.matcher];
  return patterns.flatMap((matcher) =>
    route.groups().map(({ methods, handlers }) => ({
      ...pathOf(matcher),
      kind: 'route' as const,
      methods,
      handlers,
      inner: undefined,
      registeredAt,
    })),
  );
}

function ofMiddleware({ prefix, layer, registeredAt }: MiddlewareEntry): OutlineEntry {
  return {
    ...(prefix === undefined ? { path: '/', match: () => ({ length: 0 }) } : pathOf(prefix)),
    kind: layer.length === 4 ? 'error' : 'middleware',
    methods: [],
    handlers: [layer],
    inner: outlineOf(layer),
    registeredAt,
  };
}

/** What is being read: routers may be mounted in each other. */
const open = new Set<ServerLayer>();

function outlineOf(layer: ServerLayer): Outline | undefined {
  const { [OUTLINE]: read } = layer as { [OUTLINE]?: () => Outline };
  if (read === undefined || open.has(layer)) return undefined;
  open.add(layer);
  try {
    return read.call(layer);
  } finally {
    open.delete(layer);
  }
}

function pathOf(matcher: Matcher): Pick<OutlineEntry, 'path' | 'match'> {
  return { path: matcher.pattern, match: (path) => matcher.match(path) };
}
