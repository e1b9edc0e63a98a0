// The rule of docs/scope-rules.md, in applications of every shape.

import { createMatcher } from '@nextpress/router';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createServer, Router, type Scope } from '../../src/index.ts';
import { ask, reply, trace } from '../scopes/trace.ts';

interface Route {
  readonly kind: 'route';
  readonly method: 'get' | 'post' | 'all';
  readonly path: string;
}

/** A function, or a router with a route, that is passed to `use`. */
interface Mount {
  readonly kind: 'mount';
  readonly path: string | undefined;
  readonly route: string | undefined;
}

interface Inner {
  readonly kind: 'scope';
  readonly prefix: string | undefined;
  readonly items: readonly Item[];
}

type Item = Route | Mount | Inner;

const paths = ['/', '/a', '/b', '/:id', '/*rest', '/a/b', '/:x/b', '/a/:y', '/b/*rest'];
const { item } = fc.letrec<{ item: Item }>((tie) => ({
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
      weight: 1,
      arbitrary: fc.record<Mount>({
        kind: fc.constant('mount'),
        path: fc.constantFrom(undefined, '/', '/a', '/b', '/:m', '/a/b', '/:m/b'),
        route: fc.constantFrom(undefined, ...paths),
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
}

interface KnownRoute {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
}

interface Claim {
  readonly scope: string;
  readonly path: string;
}

interface Found {
  readonly scope: string;
  readonly length: number;
}

/** The scopes and the routes of an application, each in the order of registration. */
class Model {
  readonly prefixes: Claim[] = [];
  readonly uses: Claim[] = [];
  readonly routes: KnownRoute[] = [];
  #scopes = 0;

  /** Registers everything in an application, and here. */
  fill(app: Scope, content: readonly Item[], scope: KnownScope): void {
    app.addHook('onRequest', trace(scope.name)).use(trace(`use-${scope.name}`));
    for (const each of content) {
      if (each.kind === 'route') {
        app[each.method](each.path, reply('route'));
        this.#addRoute(each.method.toUpperCase(), scope.prefix + each.path, scope);
      } else if (each.kind === 'mount') this.#mount(app, each, scope);
      else this.#register(app, each, scope);
    }
  }

  #addRoute(method: string, path: string, scope: KnownScope): void {
    this.routes.push({ method, path: path.replace(/(?<=.)\/$/, ''), scope: scope.name });
  }

  #mount(app: Scope, { path, route }: Mount, scope: KnownScope): void {
    const handle =
      route === undefined ? trace(`function-${scope.name}`) : (Router().get(route, reply('route')) as never);
    if (path === undefined) app.use(handle);
    else app.use(path, handle);
    const prefix = `${scope.prefix}${path ?? ''}`.replace(/\/$/, '');
    if (path !== undefined && scope.name !== '0') this.uses.push({ scope: scope.name, path: prefix });
    if (route !== undefined) this.#addRoute('GET', prefix + route, scope);
  }

  #register(app: Scope, inner: Inner, outer: KnownScope): void {
    // Names of params have to differ.
    const own = inner.prefix?.replace(':p', `:p${this.#scopes}`);
    const name = `${outer.name}.${this.#scopes++}`;
    const prefix = outer.prefix + (own === '/' ? '' : (own ?? ''));
    if (own !== undefined) this.prefixes.push({ scope: name, path: prefix });
    app.register(
      (scope) => this.fill(scope, inner.items, { name, prefix }),
      own === undefined ? {} : { prefix: own },
    );
  }

  scopeOf(method: string, target: string): string {
    const matching = this.routes
      .filter((route) => lengthOf(route.path, true, target) !== undefined)
      .map((route) => ({ ...route, length: startOf(route.path).length }));
    const first = matching.find((route) => route.method === method || route.method === 'ALL');
    const prefix = longestOf(this.prefixes, target) ?? { scope: '0', length: -1 };
    const other = matching.find(
      ({ scope, length }) => length >= prefix.length && !contains(scope, prefix.scope),
    );
    const base = first ?? other ?? prefix;
    const use = longestOf(
      this.uses.filter(({ scope }) => !contains(scope, base.scope)),
      target,
    );
    return use !== undefined && use.length > base.length ? use.scope : base.scope;
  }
}

function contains(outer: string, inner: string): boolean {
  return `${inner}.`.startsWith(`${outer}.`);
}

/** The longest claim to a path; of equal ones text comes before params. */
function longestOf(claims: readonly Claim[], target: string): Found | undefined {
  return claims
    .flatMap(({ scope, path }) => {
      const length = lengthOf(path || '/', false, target);
      return length === undefined ? [] : [{ scope, length, hasParams: path.includes(':') }];
    })
    .sort((one, other) => other.length - one.length || Number(one.hasParams) - Number(other.hasParams))[0];
}

/** The text before the first param or wildcard. */
function startOf(pattern: string): string {
  return createMatcher(pattern, { caseSensitive: false }).literalStart;
}

function lengthOf(pattern: string, end: boolean, target: string): number | undefined {
  return createMatcher(pattern, { end, strict: false, caseSensitive: false }).match(target)?.length;
}

test('a request runs the hooks and middleware of its scope and the enclosing ones, and no others', async () => {
  const property = fc.asyncProperty(
    items,
    fc.array(fc.tuple(fc.constantFrom('GET', 'POST'), path), { minLength: 6, maxLength: 6 }),
    async (content, requests) => {
      const app = createServer({ logError: () => {} });
      const model = new Model();
      model.fill(app as Scope, content, { name: '0', prefix: '' });
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
