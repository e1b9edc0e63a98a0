import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Application, createServer, type Plugin, type Scope, shared } from '../../src/index.ts';

type Item = 'use' | 'onRequest' | 'route' | PluginItem;

interface PluginItem {
  readonly isShared: boolean;
  /** Whether the plugin waits before each item. */
  readonly waits: boolean;
  readonly items: readonly Item[];
}

const { items } = fc.letrec<{ items: Item[]; plugin: PluginItem }>((tie) => ({
  items: fc.array(
    fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('use' as const, 'onRequest' as const, 'route' as const),
      tie('plugin'),
    ),
    { maxLength: 5 },
  ),
  plugin: fc.record({ isShared: fc.boolean(), waits: fc.boolean(), items: tie('items') }),
}));

/** Registers an item, and names it by its place. */
function add(scope: Scope, item: Item, name: string, mayWait: boolean): void {
  const layer = Object.defineProperty((_req: unknown, _res: unknown, next: () => void) => next(), 'name', {
    value: name,
  });
  if (item === 'use') scope.use(layer);
  else if (item === 'onRequest') scope.addHook('onRequest', layer);
  else if (item === 'route') scope.get(`/${name}`, layer);
  else {
    const inner = [...item.items.entries()];
    const waiting: Plugin = async (own) => {
      for (const [at, each] of inner) {
        await undefined;
        add(own, each, `${name}.${at}`, mayWait);
      }
    };
    const immediate: Plugin = (own) => {
      for (const [at, each] of inner) add(own, each, `${name}.${at}`, mayWait);
    };
    const plugin = mayWait && item.waits ? waiting : immediate;
    scope.register(item.isShared ? shared(plugin) : plugin);
  }
}

/** The routes in order, with what runs before each of them. */
async function routesOf(tree: readonly Item[], mayWait: boolean): Promise<unknown> {
  const app: Application = createServer();
  for (const [at, item] of tree.entries()) add(app as unknown as Scope, item, `${at}`, mayWait);
  await app.ready();
  return app.routes().map(({ path, middleware }) => [path, middleware]);
}

test('asynchronous plugins register in the same order as synchronous ones', async () => {
  const property = fc.asyncProperty(items, async (tree) => {
    expect(await routesOf(tree, true)).toEqual(await routesOf(tree, false));
  });
  await fc.assert(property, { numRuns: caseCount(300) });
});
