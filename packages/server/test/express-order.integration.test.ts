import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import express4 from 'express-4';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExpressApplication, Router4 } from '../src/express.ts';
import { createServer, Router } from '../src/index.ts';
import {
  application,
  application4,
  build,
  type Call,
  hasParamCallbacks,
  mountsInRouter,
  type Nested,
  type Target,
  target,
} from './generated-application.ts';

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

/** Sends the requests to an application and tells which layers ran and how each request ended. */
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

const runs = Number(process.env.NEXTPRESS_RUNS ?? 200);

const allRules = [
  { caseSensitive: false, strict: false },
  { caseSensitive: true, strict: true },
  { caseSensitive: true, strict: false },
  { caseSensitive: false, strict: true },
];

test.each(allRules)(
  'every application runs the layers that Express 5 runs, in its order, with the same view of the request: %o',
  async (rules) => {
    const request = fc.tuple(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), target);
    const theirApp = (): Target & RequestListener => {
      const app = express().set('env', 'test');
      app.set('case sensitive routing', rules.caseSensitive).set('strict routing', rules.strict);
      return app as unknown as Target & RequestListener;
    };
    const ourApp = (): Target & RequestListener =>
      createServer({ ...rules, logError: () => {} }) as unknown as Target & RequestListener;
    const options = (as: string): object => ({ ...rules, mergeParams: as === 'merging' });
    const theirs: Nested = (as) =>
      (as === 'application' ? theirApp() : express.Router(options(as))) as unknown as Target;
    const ours: Nested = (as) => (as === 'application' ? ourApp() : Router(options(as))) as unknown as Target;
    await fc.assert(
      fc.asyncProperty(
        application,
        fc.array(request, { minLength: 1, maxLength: 4 }),
        async (calls, requests) => {
          // Express calls back for the params of routes that have no handler for `HEAD` either.
          fc.pre(!hasParamCallbacks(calls) || !JSON.stringify([calls, requests]).includes('"HEAD"'));
          // Express leaves the messages to an application that a router mounts.
          fc.pre(!mountsInRouter(calls));
          const expected = await outcomes(theirApp(), theirs, calls, requests);
          expect(await outcomes(ourApp(), ours, calls, requests)).toEqual(expected);
        },
      ),
      { numRuns: runs },
    );
  },
  120_000,
);

test.each(allRules)(
  'every application of Express 4 runs the layers that Express 4 runs: %o',
  async (rules) => {
    const theirApp = (): Target & RequestListener => {
      const app = express4().set('env', 'test');
      return app
        .set('case sensitive routing', rules.caseSensitive)
        .set('strict routing', rules.strict) as never;
    };
    const ourApp = (): Target & RequestListener => {
      const app = createExpressApplication(4).set('env', 'test');
      return app
        .set('case sensitive routing', rules.caseSensitive)
        .set('strict routing', rules.strict) as never;
    };
    const options = (as: string): object => ({ ...rules, mergeParams: as === 'merging' });
    const theirs: Nested = (as) =>
      (as === 'application' ? theirApp() : express4.Router(options(as))) as never;
    const ours: Nested = (as) => (as === 'application' ? ourApp() : Router4(options(as))) as never;
    await fc.assert(
      fc.asyncProperty(
        application4,
        fc.array(fc.tuple(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), target), {
          minLength: 1,
          maxLength: 4,
        }),
        async (calls, requests) => {
          fc.pre(!hasParamCallbacks(calls) || !JSON.stringify([calls, requests]).includes('"HEAD"'));
          fc.pre(!mountsInRouter(calls));
          const expected = await outcomes(theirApp(), theirs, calls, requests);
          expect(await outcomes(ourApp(), ours, calls, requests)).toEqual(expected);
        },
      ),
      { numRuns: runs },
    );
  },
  120_000,
);
