import { tracingChannel } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import { Router } from '../../../src/index.ts';
import { serverDialect } from '../../../src/internal/application/server-dialect.ts';
import { createPathRules } from '../../../src/internal/path/path-matcher.ts';
import { LayerRegistry, type LooseRouterOptions } from '../../../src/internal/planning/layer-registry.ts';
import type { Plan, RequestPlan } from '../../../src/internal/planning/plan.ts';
import type { PlannedChain } from '../../../src/internal/planning/planned-chain.ts';
import { LayeredRoute } from '../../../src/internal/registration/layered-route.ts';
import { middlewareLayer } from '../../../src/internal/registration/make-layer.ts';
import { REGISTRY } from '../../../src/internal/registration/registry.ts';
import { routeLayer } from '../../../src/internal/registration/route-layer.ts';

const handler = (): void => {};

/** Plans a stack of middleware (`use /prefix`) and routes (`/pattern`). */
function planOf(...lines: string[]): Plan {
  return planWith({}, ...lines);
}

function planWith(options: LooseRouterOptions, ...lines: string[]): Plan {
  const registry = new LayerRegistry({ readOptions: () => options, dialect: serverDialect });
  for (const line of lines) {
    const prefix = /^use (.*)/.exec(line)?.[1];
    if (prefix !== undefined) registry.append(middlewareLayer(prefix, handler, registry.rules));
    else registry.append(routeLayer(new LayeredRoute(line).all(handler), registry.rules));
  }
  return registry.plan();
}

/** All layers for a request of a stack without scopes. */
function layersFor(plan: Plan, method: string, path: string): RequestPlan {
  return plan.chainIn(plan.entry.scope, method, path);
}

interface Mounted {
  readonly router: ReturnType<typeof Router>;
  readonly registry: LayerRegistry;
}

function indexesOf({ planned }: PlannedChain): number[] {
  return planned.map(({ index }) => index);
}

/** The stack indexes of the layers up to the first route of a path. */
function firstIndexes(plan: Plan, path: string): number[] {
  const route = plan.findFirst('GET', path)?.value;
  return route === undefined ? [] : indexesOf(plan.chainTo(route, path));
}

describe('Plan', () => {
  test('finds the layers up to the first route', () => {
    const plan = planOf('use /', 'use /b', '/a/*path', '/a/:id');
    expect(firstIndexes(plan, '/a/7')).toEqual([0, 2]);
    expect(plan.findFirst('GET', '/c')).toBeUndefined();
  });

  test('finds the layers whose prefix a path has', () => {
    const prefixes = ['/A/', '/a/b', '/a/:x/c', '/a/b/c', '/b', '/:y', '/a.b', '/a//', '/'];
    const plan = planOf(
      ...prefixes.map((prefix) => `use ${prefix}`),
      '/a/*rest',
      '/a{/:x}/c',
      '/a/B',
      '/*all',
    );
    const paths = [
      ...['/', '/a', '/a/', '/a/b', '/a/b/', '/A/b/C', '/a/x/c', '/a/b/c', '/a/b/c/d', '/a//', '/a//c'],
      ...['/b', '/b/c', '/bb', '/a.b', '/a.bc', '/c'],
    ];
    for (const path of paths) {
      const matching = plan.layers.flatMap((layer, index) => (layer.match(path) === false ? [] : [index]));
      const first = matching.findIndex((index) => index >= prefixes.length);
      // A layer compares the path once more when it runs.
      expect(firstIndexes(plan, path), path).toEqual(expect.arrayContaining(matching.slice(0, first + 1)));
      expect(indexesOf(layersFor(plan, 'GET', path).chain), path).toEqual(expect.arrayContaining(matching));
    }
    expect(firstIndexes(plan, '/b/c')).not.toContain(prefixes.indexOf('/a/b'));
  });

  test.each([false, true])('finds the layers of prefixes that end in slashes when strict is %s', (strict) => {
    const patterns = ['/', '//', '///', '/a', '/a/', '/a//', '/a///', '/a////'];
    for (const [prefix, route] of patterns.flatMap((one) => patterns.map((other) => [one, other]))) {
      const plan = planWith({ strict }, `use ${prefix}`, `${route}`);
      for (const path of patterns) {
        const matches = plan.layers.every((layer) => layer.match(path) !== false);
        if (matches) expect(firstIndexes(plan, path), `${path} for ${prefix}, ${route}`).toEqual([0, 1]);
      }
    }
  });

  test('finds a prefix with an empty segment for a path that is a slash longer than its route', () => {
    expect(firstIndexes(planOf('use //{x}', '/'), '//')).toEqual([0, 1]);
  });

  test('finds the prefixes of the target of OPTIONS *', () => {
    expect(firstIndexes(planOf('use \\*', '{*all}'), '*')).toEqual([0, 1]);
  });

  test.each([false, true])('finds layers of routers with another rule for case than %s', (caseSensitive) => {
    const registry = new LayerRegistry({ readOptions: () => ({ caseSensitive }), dialect: serverDialect });
    const others = createPathRules(!caseSensitive, false, serverDialect);
    registry.append(middlewareLayer('/Admin', handler, others));
    registry.append(middlewareLayer('/admin/users', handler, others));
    registry.append(routeLayer(new LayeredRoute('/Admin/:id').all(handler), registry.rules));
    registry.append(routeLayer(new LayeredRoute('/Admin/*rest').all(handler), others));
    registry.append(routeLayer(new LayeredRoute('/*all').all(handler), registry.rules));
    const plan = registry.plan();
    for (const path of ['/Admin/7', '/admin/7', '/ADMIN/users', '/admin/users', '/Admin/users/7']) {
      const guards = plan.layers.flatMap((layer, at) => (at < 2 && layer.match(path) !== false ? [at] : []));
      if (plan.findFirst('GET', path) !== undefined)
        expect(firstIndexes(plan, path)).toEqual(expect.arrayContaining(guards));
      expect(indexesOf(layersFor(plan, 'GET', path).chain)).toEqual(expect.arrayContaining(guards));
    }
  });

  test('has chains as long with a thousand prefixes as with ten', () => {
    const [few = [], many] = [10, 1_000].map((count) => {
      const prefixes = Array.from({ length: count }, (_, at) => `/p${at}`);
      const plan = planOf('use /', ...prefixes.map((prefix) => `use ${prefix}`), '/p7/:id', '/:any/:id');
      return ['/p7/1', '/P8/1', '/none/1', '/none'].flatMap((path) => [
        plan.findFirst('GET', path) && firstIndexes(plan, path).length,
        layersFor(plan, 'GET', path).chain.layers.length,
      ]);
    });
    expect(few).toEqual([3, 4, 3, 3, 2, 2, undefined, 1]);
    expect(many).toEqual(few);
  });

  test('calls the only handler of a route without validations directly', () => {
    expect(planOf('/a').findFirst('GET', '/a')?.value.handlers.only).toBe(handler);
    const validated = new LayeredRoute('/a').all({ openapi: {} } as never, handler);
    for (const entry of validated.entries()) entry.validateWith([{ handler: () => {}, parts: [] }]);
    const registry = new LayerRegistry({ readOptions: () => ({}), dialect: serverDialect });
    registry.append(routeLayer(validated, registry.rules));
    expect(registry.plan().findFirst('GET', '/a')?.value.handlers.only).toBeUndefined();
  });

  test('finds all routes of a path at their stack indexes, each with its params', () => {
    const plan = planOf('/a/*path', 'use /', '/a/:id', 'use /b', '/c');
    const { chain, captured } = layersFor(plan, 'GET', '/a/7');
    expect(indexesOf(chain)).toEqual([0, 1, 2]);
    expect(captured).toEqual([{ path: ['7'] }, { id: '7' }]);
  });

  test('prepares the plans of routers in it, and of routers that are mounted in each other, once', () => {
    const [outer, inner] = [Router(), Router()].map((router) => {
      const { [REGISTRY]: registry } = router as unknown as { readonly [REGISTRY]: LayerRegistry };
      return { router, registry };
    }) as [Mounted, Mounted];
    outer.router.use('/inner', inner.router);
    inner.router.use('/outer', outer.router);
    const made = new Set<Plan>();
    outer.registry.plan().prepare(made);
    expect(made).toEqual(new Set([outer.registry.plan(), inner.registry.plan()]));
    expect(made.size).toBe(2);
  });

  test('returns the same chain when the same routes match', () => {
    const plan = planOf('/a/*path', '/a/:id', '/a/b');
    const first = layersFor(plan, 'GET', '/a/1');
    expect(layersFor(plan, 'POST', '/a/2').chain).toBe(first.chain);
    expect(layersFor(plan, 'GET', '/a/b').chain).not.toBe(first.chain);
  });

  test('finds the routes of every path when more sets of routes occur than are cached', () => {
    const count = 11;
    const patterns = Array.from({ length: count }, (_, at) => {
      const segments = Array.from({ length: count }, (_none, other) => (other === at ? 'y' : `:p${other}`));
      return `/${segments.join('/')}`;
    });
    const plan = planOf(...patterns);
    for (let set = 0; set <= 1_100; set++) {
      const bits = [...set.toString(2).padStart(count, '0')];
      const expected = bits.flatMap((bit, at) => (bit === '1' ? [at] : []));
      const path = `/${bits.map((bit) => (bit === '1' ? 'y' : 'n')).join('/')}`;
      const { chain } = layersFor(plan, 'GET', path);
      expect(indexesOf(chain)).toEqual(expected);
      // Also the sets that come last are cached.
      expect(layersFor(plan, 'GET', path).chain).toBe(chain);
    }
  });

  test('is that of the tracing channel while it has subscribers', () => {
    const channel = tracingChannel('express.router.request');
    const registry = new LayerRegistry({ readOptions: () => ({}), dialect: serverDialect });
    const listeners = { start: () => {} } as never;
    expect(registry.plan().instrument.isTracing).toBe(false);
    channel.subscribe(listeners);
    try {
      expect(registry.plan().instrument.isTracing).toBe(true);
    } finally {
      channel.unsubscribe(listeners);
    }
  });
});
