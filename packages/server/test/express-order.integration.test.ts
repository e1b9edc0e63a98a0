import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { caseCount, exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import express4 from 'express-4';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExpressApplication, Router4 } from '../src/express.ts';
import { createServer, Router } from '../src/index.ts';
import {
  build,
  type Call,
  hasParamCallbacks,
  mountsInRouter,
  type Nested,
  type Target,
} from './generated-application.ts';
import { application, application4, changing, changing4, target } from './generated-calls.ts';

let current: RequestListener = () => {};
let server: Listening;
beforeAll(async () => {
  server = await listen(createHttpServer((req, res) => current(req, res)));
});
afterAll(() => server.close());

interface Outcome {
  readonly log: readonly string[];
  readonly end: string;
}

/** Sends requests to an application and returns the layers that ran and the result of each request. */
async function outcomes(
  app: Target & RequestListener,
  nested: Nested,
  calls: readonly Call[],
  requests: readonly (readonly [string, string])[],
): Promise<Outcome[]> {
  let log: string[] = [];
  build(app, nested, calls, (line) => log.push(line));
  current = app;
  const all: Outcome[] = [];
  for (const [method, url] of requests) {
    log = [];
    const [response] = await exchange(
      server.port,
      `${method} ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept: text/plain\r\n\r\n`,
      { methods: [method] },
    );
    const ended = response?.status === 200 ? response.body : undefined;
    all.push({ log, end: ended ?? (response?.status === 405 ? '404' : String(response?.status)) });
  }
  return all;
}

const runs = caseCount(Number(process.env.NEXTPRESS_RUNS ?? 200));

const allRules = [
  { caseSensitive: false, strict: false },
  { caseSensitive: true, strict: true },
  { caseSensitive: true, strict: false },
  { caseSensitive: false, strict: true },
];

type Rules = (typeof allRules)[number];
type App = Target & RequestListener;

/** One framework: makes applications, and what is nested in them. */
interface Framework {
  readonly make: () => App;
  readonly nested: Nested;
}

function framework(make: () => App, router: (options: object) => unknown, rules: Rules): Framework {
  const nested = (as: string): unknown =>
    as === 'application' ? make() : router({ ...rules, mergeParams: as === 'merging' });
  return { make, nested: nested as Nested };
}

const withRules = (app: { set(name: string, value: unknown): unknown }, rules: Rules): App => {
  app.set('env', 'test');
  app.set('case sensitive routing', rules.caseSensitive);
  app.set('strict routing', rules.strict);
  return app as unknown as App;
};

async function checkSameOrder(
  applications: fc.Arbitrary<readonly Call[]>,
  theirs: Framework,
  ours: Framework,
): Promise<void> {
  const request = fc.tuple(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), target);
  const property = fc.asyncProperty(
    applications,
    fc.array(request, { minLength: 1, maxLength: 4 }),
    async (calls, requests) => {
      // Express calls the param callbacks of routes also when they have no handler for `HEAD`.
      fc.pre(!hasParamCallbacks(calls) || !JSON.stringify([calls, requests]).includes('"HEAD"'));
      // In Express, an application in a router keeps the prototypes of the outer application.
      fc.pre(!mountsInRouter(calls));
      const expected = await outcomes(theirs.make(), theirs.nested, calls, requests);
      expect(await outcomes(ours.make(), ours.nested, calls, requests)).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: runs });
}

const kinds = [
  ['', application, application4],
  [' while layers add others', changing, changing4],
] as const;

describe.each(kinds)('an application%s', (_when, calls, calls4) => {
  test.each(allRules)(
    'of createServer() runs the layers that Express 5 runs, in its order, with the same view of the request, when %o',
    async (rules) => {
      const theirs = framework(() => withRules(express(), rules), express.Router, rules);
      const ours = framework(
        () => createServer({ ...rules, logError: () => {} }) as unknown as App,
        Router,
        rules,
      );
      await checkSameOrder(calls, theirs, ours);
    },
  );

  test.each(allRules)(
    'of createExpressApplication(4) runs the layers that Express 4 runs, when %o',
    async (rules) => {
      const theirs = framework(() => withRules(express4(), rules), express4.Router, rules);
      const ours = framework(() => withRules(createExpressApplication(4), rules), Router4, rules);
      await checkSameOrder(calls4, theirs, ours);
    },
  );
});
