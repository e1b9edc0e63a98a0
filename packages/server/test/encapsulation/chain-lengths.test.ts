import { expect, test } from 'vitest';
import { createServer, type Request, type Response } from '../../src/index.ts';
import type { LayerRegistry } from '../../src/internal/planning/layer-registry.ts';
import { REGISTRY } from '../../src/internal/registration/registry.ts';

const SCOPES = 50;
const ROUTES_PER_SCOPE = 10;

const prefixes = Array.from({ length: SCOPES }, (_, at) => `/scope-${at}`);
const paths = Array.from({ length: ROUTES_PER_SCOPE }, (_, at) => `/route-${at}/:id`);
const targets = prefixes.flatMap((prefix) => paths.map((path) => `${prefix}${path.replace(':id', '7')}`));

type App = ReturnType<typeof createServer>;
const pass = (_req: Request, _res: Response, next: () => void): void => next();
const respond = (_req: Request, res: Response): void => void res.end();

/** Every scope has middleware, a hook before the handlers and routes. */
function withScopes(hasPrefix: boolean): App {
  const app = createServer();
  app.use(pass);
  for (const prefix of prefixes) {
    app.register(
      (scope) => {
        scope.use(pass);
        scope.addHook('preHandler', pass);
        for (const path of paths) scope.get(hasPrefix ? path : `${prefix}${path}`, respond);
      },
      hasPrefix ? { name: prefix, prefix } : { name: prefix },
    );
  }
  return app;
}

/** The same without scopes. */
function flat(): App {
  const app = createServer();
  app.use(pass);
  for (const prefix of prefixes) {
    app.use(prefix, pass);
    for (const path of paths) app.get(`${prefix}${path}`, pass, respond);
  }
  return app;
}

/** For each route, how many layers of the application and how many handlers of the route run. */
function lengths(app: App): (readonly [layers: number, handlers: number] | undefined)[] {
  const { [REGISTRY]: registry } = app as unknown as { readonly [REGISTRY]: LayerRegistry };
  const plan = registry.plan();
  return targets.map((target) => {
    const found = plan.findFirst('GET', target)?.value;
    return found && [plan.chainTo(found, target).layers.length, found.handlers.chain.layers.length];
  });
}

test.each([
  ['with a prefix', () => withScopes(true)],
  ['without a prefix', () => withScopes(false)],
])('the chains of 500 routes in 50 scopes %s are as long as without scopes', (_title, make) => {
  const flatLengths = compile('without scopes', flat());
  const scopedLengths = compile('in scopes', make());
  expect(flatLengths).toEqual(targets.map(() => [3, 2]));
  expect(scopedLengths).toEqual(flatLengths);
});

test('a plan keeps a thousand chains, and evicts the oldest for another one', () => {
  const app = createServer();
  const count = 1_001;
  for (let at = 0; at < count; at++) app.get(`/${at}`, respond);
  const { [REGISTRY]: registry } = app as unknown as { readonly [REGISTRY]: LayerRegistry };
  const chainOf = (at: number): object => registry.plan().chainIn(registry.root, 'GET', `/${at}`).chain;
  const first = chainOf(0);
  for (let at = 1; at < count - 1; at++) chainOf(at);
  expect(chainOf(0)).toBe(first);
  chainOf(count - 1);
  expect(chainOf(0)).not.toBe(first);
});

/** Prints the processor time. It is informative: no test depends on it. */
function compile(title: string, app: App): ReturnType<typeof lengths> {
  const start = process.cpuUsage();
  const result = lengths(app);
  const { user, system } = process.cpuUsage(start);
  console.info(`${title}: compiled ${targets.length} routes in ${Math.round((user + system) / 1_000)} ms`);
  return result;
}
