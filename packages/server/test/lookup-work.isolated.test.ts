import { createServer as createNodeServer } from 'node:http';
import { type Profiler, Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application, Router, Scope } from '../src/index.ts';

type Add = (app: Application, area: string) => void;

const paths = ['/users', '/orders', '/files', '/events', '/reports'].flatMap((path) => [path, `${path}/:id`]);

function addRoutes(scope: Scope, prefix = ''): void {
  for (const path of paths) scope.get(prefix + path, (_req, res) => void res.end('found'));
}

function fillRouter(router: Router, prefix = ''): Router {
  for (const path of paths) router.get(prefix + path, (_req, res) => void res.end('found'));
  return router;
}

/** Adds the ten routes of an area in a scope that has a hook. */
function addScope(app: Application, prefix: string, fill: (scope: Scope) => void): void {
  const plugin = (scope: Scope): void => {
    scope.addHook('onRequest', (_req, _res, next) => next());
    fill(scope);
  };
  if (prefix === '') app.register(plugin);
  else app.register(plugin, { prefix });
}

const kinds: readonly (readonly [string, Add])[] = [
  ['areas of ten routes', (app, area) => addRoutes(app, area)],
  ['routers with a prefix', (app, area) => void app.use(area, fillRouter(createRouter()))],
  [
    'prefixes with middleware',
    (app, area) => {
      app.use(area, (_req, _res, next) => next());
      addRoutes(app, area);
    },
  ],
  ['scopes with a prefix', (app, area) => addScope(app, area, (scope) => addRoutes(scope))],
  ['scopes without a prefix', (app, area) => addScope(app, '', (scope) => addRoutes(scope, area))],
  [
    'scopes that mount a router',
    (app, area) => addScope(app, '', (scope) => void scope.use(fillRouter(createRouter(), area))),
  ],
  [
    'scopes that mount a router at one path',
    (app, area) => addScope(app, '', (scope) => void scope.use('/', fillRouter(createRouter(), area))),
  ],
  [
    'scopes that mount a router and middleware',
    (app, area) =>
      addScope(app, '', (scope) => {
        scope.use(area, (_req, _res, next) => next());
        scope.use(area, fillRouter(createRouter()));
      }),
  ],
  [
    'scopes with a not-found handler',
    (app, area) =>
      addScope(app, area, (scope) => {
        addRoutes(scope);
        scope.setNotFoundHandler((_req, res) => void res.status(404).end());
      }),
  ],
];

type PathOf = (area: string, id: number) => string;
const requests: readonly (readonly [string, string, number, PathOf])[] = [
  ['a route', 'GET', 200, (area, id) => `${area}/users/${id}`],
  ['404 outside of all areas', 'GET', 404, (area, id) => `/missing${area}/${id}`],
  ['404 in an area', 'GET', 404, (area, id) => `${area}/missing/${id}`],
  ['404 below a route', 'GET', 404, (area, id) => `${area}/users/${id}/missing`],
  ['405', 'PATCH', 405, (area, id) => `${area}/users/${id}`],
  ['OPTIONS', 'OPTIONS', 204, (area, id) => `${area}/users/${id}`],
];

/** Enough that the tree of routes has the same shape as with many. */
const FEW = 10;
const MANY = 500;
/** The areas that requests are for, modulo the number of areas. */
const ASKED = [0, 1, 7, 250, 498, 499];

const sources = fileURLToPath(new URL('../../', import.meta.url));
const session = new Session();
const servers: Listening[] = [];
let lastId = 0;
let createServer: typeof import('../src/index.ts').createServer;
let createRouter: typeof import('../src/index.ts').Router;

beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  // V8 counts blocks, such as the bodies of loops, only in functions that it compiles after this.
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  ({ createServer, Router: createRouter } = await import('../src/index.ts'));
});

afterAll(async () => {
  session.disconnect();
  for (const server of servers) await server.close();
});

describe.each(kinds)('among 500 %s', (_kind, add) => {
  let few: string;
  let many: string;

  beforeAll(async () => {
    few = await serve(FEW, add);
    many = await serve(MANY, add);
  });

  test.each(requests)('%s takes about as many steps as with 10', async (_name, method, status, pathOf) => {
    const send = async (url: string, areas: number): Promise<void> => {
      for (const area of ASKED) {
        const response = await fetch(url + pathOf(`/area${area % areas}`, ++lastId), { method });
        await response.text();
        expect(response.status).toBe(status);
      }
    };
    const count = async (url: string, areas: number): Promise<Map<string, number>> => {
      // The first request prepares the chain of an area.
      await send(url, areas);
      await takeSteps();
      await send(url, areas);
      return takeSteps();
    };
    const [before, after] = [await count(few, FEW), await count(many, MANY)];
    expect(total(after), growth(before, after)).toBeLessThan(1.3 * total(before));
  });
});

describe.each(kinds)('the first requests to %s', (_kind, add) => {
  test('take steps in proportion to their number', async () => {
    const count = async (areas: number): Promise<Map<string, number>> => {
      await takeSteps();
      const url = await serve(areas, add);
      for (const [, method, status, pathOf] of requests) {
        const response = await fetch(url + pathOf('/area1', ++lastId), { method });
        expect(response.status).toBe(status);
      }
      return takeSteps();
    };
    const [before, after] = [await count(100), await count(200)];
    expect(total(after), growth(before, after)).toBeLessThan(2.1 * total(before));
  });
});

async function serve(areas: number, add: Add): Promise<string> {
  const app = createServer({ logError: () => {} });
  for (let area = 0; area < areas; area++) add(app, `/area${area}`);
  const server = await listen(createNodeServer(app));
  servers.push(server);
  return server.url;
}

/** How often the functions of the packages and the blocks in them have run since the last call. */
async function takeSteps(): Promise<Map<string, number>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const steps = new Map<string, number>();
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    if (!file.startsWith(sources) || file.includes('/test/')) continue;
    for (const each of functions) {
      const name = `${file.slice(sources.length)}: ${each.functionName || `a callback in ${outerName(each, functions)}`}`;
      steps.set(
        name,
        each.ranges.reduce((sum, { count }) => sum + count, steps.get(name) ?? 0),
      );
    }
  }
  return steps;
}

function outerName(
  { ranges: [inner] }: Profiler.FunctionCoverage,
  functions: readonly Profiler.FunctionCoverage[],
): string {
  const offset = inner?.startOffset ?? 0;
  const around = functions.filter(
    ({ functionName, ranges: [range] }) =>
      functionName !== '' && range !== undefined && range.startOffset < offset && offset < range.endOffset,
  );
  return around.at(-1)?.functionName ?? 'the module';
}

function total(steps: ReadonlyMap<string, number>): number {
  return [...steps.values()].reduce((sum, count) => sum + count, 0);
}

/** Lists the functions whose steps have increased most. */
function growth(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const lines = [...after]
    .map(([name, count]) => ({ name, count, more: count - (before.get(name) ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((one, other) => other.more - one.more)
    .slice(0, 10)
    .map(({ name, count, more }) => `  ${count - more} to ${count}  ${name}`);
  return ['steps of', ...lines].join('\n');
}
