// The rule of scopes: a request is in the scope of the first route that matches, else in the one with the longest prefix, else in the application.

import { createMatcher } from '@nextpress/router';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createServer, type Scope } from '../../src/index.ts';
import { ask, reply, trace } from '../scopes/trace.ts';

interface Route {
  readonly kind: 'route';
  readonly method: 'get' | 'post' | 'all';
  readonly path: string;
}

interface Inner {
  readonly kind: 'scope';
  readonly prefix: string | undefined;
  readonly items: readonly (Route | Inner)[];
}

const paths = ['/', '/a', '/b', '/:id', '/*rest', '/a/b', '/:x/b', '/a/:y', '/b/*rest'];
const { item } = fc.letrec<{ item: Route | Inner }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
    {
      weight: 3,
      arbitrary: fc.record<Route>({
        kind: fc.constant('route'),
        method: fc.constantFrom('get', 'post', 'all'),
        path: fc.constantFrom(...paths),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record<Inner>({
        kind: fc.constant('scope'),
        prefix: fc.constantFrom(undefined, '/', '/a', '/b', '/:p', '/a/b'),
        items: fc.array(tie('item'), { maxLength: 4 }),
      }),
    },
  ),
}));
const items = fc.array(item, { maxLength: 5 });
const path = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);

interface KnownScope {
  readonly name: string;
  readonly prefix: string;
  readonly hasOwnPrefix: boolean;
}

interface KnownRoute {
  readonly method: string;
  readonly path: string;
  readonly scope: KnownScope;
}

/** The scopes and the routes of an application, each in the order of registration. */
class Model {
  readonly scopes: KnownScope[] = [];
  readonly routes: KnownRoute[] = [];

  /** Registers everything in an application, and here. */
  fill(app: Scope, content: readonly (Route | Inner)[], scope: KnownScope): void {
    app.addHook('onRequest', trace(scope.name)).use(trace(`use-${scope.name}`));
    for (const each of content) {
      if (each.kind === 'route') {
        app[each.method](each.path, reply('route'));
        const joined = each.path === '/' ? scope.prefix || '/' : scope.prefix + each.path;
        this.routes.push({ method: each.method.toUpperCase(), path: joined, scope });
        continue;
      }
      // Names of params have to differ.
      const prefix = each.prefix?.replace(':p', `:p${this.scopes.length}`);
      const inner = {
        name: `${scope.name}.${this.scopes.length}`,
        prefix: scope.prefix + (prefix === '/' ? '' : (prefix ?? '')),
        hasOwnPrefix: prefix !== undefined,
      };
      this.scopes.push(inner);
      app.register((own) => this.fill(own, each.items, inner), prefix === undefined ? {} : { prefix });
    }
  }

  scopeOf(method: string, target: string): string {
    const matching = this.routes.filter((route) => lengthOf(route.path, true, target) !== undefined);
    const first = matching.find((route) => route.method === method || route.method === 'ALL');
    if (first !== undefined) return first.scope.name;
    let longest: { readonly name: string; readonly length: number } = { name: '0', length: -1 };
    for (const { name, prefix, hasOwnPrefix } of this.scopes) {
      const length = hasOwnPrefix ? lengthOf(prefix || '/', false, target) : undefined;
      if (length !== undefined && length > longest.length) longest = { name, length };
    }
    const other = matching.find(({ scope }) => scope.name !== '0');
    if (other === undefined) return longest.name;
    const { literalStart } = createMatcher(other.path, { caseSensitive: false });
    return literalStart.length >= longest.length ? other.scope.name : longest.name;
  }
}

function lengthOf(pattern: string, end: boolean, target: string): number | undefined {
  return createMatcher(pattern, { end, strict: false, caseSensitive: false }).match(target)?.length;
}

test('a request passes the hooks and the middleware of its scope and of those around it, and no others', async () => {
  const property = fc.asyncProperty(
    items,
    fc.array(fc.tuple(fc.constantFrom('GET', 'POST'), path), { minLength: 6, maxLength: 6 }),
    async (content, requests) => {
      const app = createServer({ logError: () => {} });
      const model = new Model();
      const root = { name: '0', prefix: '', hasOwnPrefix: false };
      model.fill(app as Scope, content, root);
      app.setNotFoundHandler(reply('none'));
      app.use((req, res, next) => (req.get('X-End') ? reply('end')(req, res, next) : next()));
      for (const [method, target] of requests) {
        const names = String(await ask(app, target, method.toLowerCase())).split(' ');
        // A path with routes of other methods gets 405, which shows nothing.
        if (names[0] === '405') continue;
        const expected = model.scopeOf(method, target).split('.');
        const lineage = expected.map((_, depth) => expected.slice(0, depth + 1).join('.'));
        expect(names.filter((name) => /^0(\.\d+)*$/.test(name))).toEqual(lineage);
        const used = names.filter((name) => name.startsWith('use-')).map((name) => name.slice(4));
        expect(used.filter((name) => !lineage.includes(name))).toEqual([]);
      }
    },
  );
  await fc.assert(property, { numRuns: caseCount(500) });
});
