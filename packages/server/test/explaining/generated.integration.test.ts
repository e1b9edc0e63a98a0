// Compares `app.explain()` with real requests: what runs, in which order, and what does not run.
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { caseCount, exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExpressApplication, Router as ExpressRouter, Router4 } from '../../src/express.ts';
import { type Application, createServer, type Explanation, Router } from '../../src/index.ts';
import { generatedScenario } from '../encapsulation/generated-scenario.ts';
import { buildScenario, fastLane, onNextpress } from '../encapsulation/on-nextpress.ts';
import { outcomeOf } from '../encapsulation/outcome.ts';
import type { Scenario, Step } from '../encapsulation/scenario.ts';
import {
  type Behaviour,
  build,
  type Call,
  type Nested,
  type Path,
  type Target,
} from '../generated-application.ts';
import { application, application4, target } from '../generated-calls.ts';

const runs = caseCount(Number(process.env.NEXTPRESS_RUNS ?? 200));

let current: RequestListener = () => {};
let server: Listening;
beforeAll(async () => {
  server = await listen(createHttpServer((req, res) => current(req, res)));
});
afterAll(() => server.close());

/** Replaces what the functions do: all continue, except the last handler of each route. */
function tame(calls: readonly Call[], last: Behaviour): Call[] {
  return calls.map((call) => {
    if (call.kind === 'mount') return { ...call, calls: tame(call.calls, last) };
    if (call.kind === 'set') return call;
    if (call.kind !== 'route') return { ...call, does: 'next' };
    const position = call.handlers.findLastIndex(({ catches }) => !catches);
    const handlers = call.handlers.map(({ catches }, at) => ({
      catches,
      does: at === position ? last : ('next' as const),
    }));
    return { ...call, handlers };
  });
}

const named = (steps: Explanation['runs']): string[] =>
  steps.filter(({ kind }) => kind !== 'router' && kind !== 'application').map(({ name }) => name);

interface Kind {
  readonly make: () => Application;
  readonly router: typeof Router;
  readonly calls: fc.Arbitrary<readonly Call[]>;
}

const kinds: Record<string, Kind> = {
  'createServer()': { make: () => createServer({ logError: () => {} }), router: Router, calls: application },
  'nextpress/express': {
    make: () => createExpressApplication(5).set('env', 'test'),
    router: ExpressRouter,
    calls: application,
  },
  'Express 4': {
    make: () => createExpressApplication(4).set('env', 'test'),
    router: Router4 as never,
    calls: application4,
  },
};

test.each(Object.entries(kinds))(
  'explain() names the functions that a request runs in generated applications of %s',
  async (_name, { make, router, calls }) => {
    const nested: Nested = (as) =>
      (as === 'application' ? make() : router({ mergeParams: as === 'merging' })) as unknown as Target;
    const property = fc.asyncProperty(
      calls,
      fc.constantFrom<Behaviour>('end', 'next'),
      fc.constantFrom('GET', 'POST', 'HEAD', 'PUT'),
      target,
      async (generated, last, method, url) => {
        let log: string[] = [];
        const app = make();
        build(app as unknown as Target, nested, tame(generated, last), (line) => log.push(line));
        const explained = await app.explain(method, url);
        expect(log).toEqual([]);
        current = app as unknown as RequestListener;
        const [response] = await exchange(
          server.port,
          `${method} ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
          { methods: [method] },
        );
        const actual = log.map((line) => line.split(' ')[0]);
        const shadowed = explained.skipped.filter(({ reason }) => reason === 'shadowed');
        const others = explained.skipped.filter(({ reason }) => reason !== 'shadowed');
        if (last === 'end') {
          expect(named(explained.runs)).toEqual(actual);
          expect(explained.response?.status ?? 200).toBe(response?.status);
        } else expect(named([...explained.runs, ...shadowed])).toEqual(actual);
        for (const { name, kind } of others) {
          if (kind === 'handler' || kind === 'middleware') expect(actual).not.toContain(name);
        }
        log = [];
      },
    );
    await fc.assert(property, { numRuns: runs });
  },
);

/** Compares the middleware that `routes()` names with what a request for each route without params passes. */
async function checkRoutes(app: Application): Promise<number> {
  const literal = app.routes().filter(({ path }) => /^[/\w]+$/.test(path));
  for (const { path, methods, middleware, handlers } of literal) {
    const method = methods[0] === '*' ? 'GET' : (methods[0] as string);
    const { runs, skipped } = await app.explain(method, path);
    const passed = named([...runs, ...skipped.filter(({ reason }) => reason === 'shadowed')]);
    for (const name of [...middleware, ...handlers]) {
      const at = passed.indexOf(name);
      expect(at, `${name} in ${passed}, for ${method} ${path}`).not.toBe(-1);
      passed.splice(0, at + 1);
    }
  }
  return literal.length;
}

test('routes() lists what every request for a route passes through, in order, in generated applications', async () => {
  let count = 0;
  const nested: Nested = (as) =>
    (as === 'application'
      ? createServer({ logError: () => {} })
      : Router({ mergeParams: as === 'merging' })) as unknown as Target;
  const property = fc.asyncProperty(application, generatedScenario, async (calls, scenario) => {
    const app = createServer();
    const regular = regularOnly(tame(calls, 'next'));
    build(app as unknown as Target, nested, regular, () => {});
    count += await checkRoutes(app);
    count += await checkRoutes(
      await buildScenario({ ...scenario, steps: respondOnly(scenario.steps) }, () => {}),
    );
  });
  await fc.assert(property, { numRuns: runs });
  expect(count).toBeGreaterThan(runs);
});

/**
 * Leaves out error handlers of routes, which no request without an error passes, and paths that cannot be joined with a prefix: regular
 * expressions, those without a slash, and lists with `/`, which as a prefix is one of paths with an empty segment.
 */
function regularOnly(calls: readonly Call[]): Call[] {
  return calls.flatMap((call): Call[] => {
    if (call.kind === 'mount') {
      const isJoined = isRooted(call.prefix) && !(Array.isArray(call.prefix) && call.prefix.includes('/'));
      return isJoined ? [{ ...call, calls: regularOnly(call.calls) }] : [];
    }
    if (call.kind !== 'route') return [call];
    const handlers = call.handlers.filter(({ catches }) => !catches);
    return handlers.length === 0 || !isRooted(call.path) ? [] : [{ ...call, handlers }];
  });
}

function isRooted(path: Path): boolean {
  if (typeof path === 'string') return path.startsWith('/');
  return !(path instanceof RegExp) && path.every(isRooted);
}

/** Hooks and middleware continue, and handlers respond. */
function respondOnly(steps: readonly Step[]): Step[] {
  return steps.map((step): Step => {
    if (step.kind === 'register') return { ...step, steps: respondOnly(step.steps) };
    if (!('part' in step)) return step;
    const action = step.kind === 'route' || step.kind === 'notFoundHandler' ? 'send' : 'next';
    return { ...step, part: { ...step.part, action, reads: [], readsLocals: [], sets: {} } };
  });
}

test('explain() names the hooks and handlers that a request runs in nested scopes', async () => {
  const property = fc.asyncProperty(generatedScenario, async ({ steps, requests }) => {
    const scenario: Scenario = { steps: respondOnly(steps), requests: [...requests, '/none', 'POST /1'] };
    const { lines } = await outcomeOf(scenario, onNextpress(fastLane));
    const app = await buildScenario(scenario, () => {});
    const explained: string[] = [];
    for (const request of scenario.requests) {
      const [method, path] = request.startsWith('/') ? ['GET', request] : request.split(' ');
      const { runs, response } = await app.explain(method as string, path as string);
      explained.push(`${request}: ${named(runs).join('; ')} -> ${response?.status ?? 'sent'}`);
    }
    const actual = lines
      .slice(1, -1)
      .map((line) => line.replace(/ -> \d+ sent by.*/, ' -> sent').replace(/(?<=; )(?=; )/g, ''));
    expect(explained).toEqual(actual);
  });
  await fc.assert(property, { numRuns: runs });
});
