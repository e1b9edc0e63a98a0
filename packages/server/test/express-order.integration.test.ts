import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { exchange, type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '../src/index.ts';
import { application, build, type Call, type Target, target } from './generated-application.ts';

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
  nested: () => Target,
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

test.each([
  { caseSensitive: false, strict: false },
  { caseSensitive: true, strict: true },
])(
  'every application runs the layers that Express 5 runs, in its order, with the same view of the request: %o',
  async (rules) => {
    const request = fc.tuple(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), target);
    const theirApp = (): Target & RequestListener => {
      const app = express().set('env', 'test');
      app.set('case sensitive routing', rules.caseSensitive).set('strict routing', rules.strict);
      return app as unknown as Target & RequestListener;
    };
    const theirRouter = (): Target => express.Router(rules) as unknown as Target;
    const ourApp = (): Target & RequestListener =>
      createServer({ ...rules, logError: () => {} }) as unknown as Target & RequestListener;
    await fc.assert(
      fc.asyncProperty(
        application,
        fc.array(request, { minLength: 1, maxLength: 4 }),
        async (calls, requests) => {
          const theirs = await outcomes(theirApp(), theirRouter, calls, requests);
          expect(await outcomes(ourApp(), ourApp, calls, requests)).toEqual(theirs);
        },
      ),
      { numRuns: runs },
    );
  },
  120_000,
);
