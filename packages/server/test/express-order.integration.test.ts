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

test('every application runs the layers that Express 5 runs, in its order, with the same view of the request', async () => {
  const request = fc.tuple(fc.constantFrom('GET', 'GET', 'POST', 'HEAD'), target);
  await fc.assert(
    fc.asyncProperty(
      application,
      fc.array(request, { minLength: 1, maxLength: 4 }),
      async (calls, requests) => {
        const theirs = await outcomes(
          express().set('env', 'test') as unknown as Target & RequestListener,
          () => express.Router() as unknown as Target,
          calls,
          requests,
        );
        const ours = await outcomes(
          createServer({ logError: () => {} }) as unknown as Target & RequestListener,
          () => createServer() as unknown as Target,
          calls,
          requests,
        );
        expect(ours).toEqual(theirs);
      },
    ),
    { numRuns: Number(process.env.NEXTPRESS_RUNS ?? 300) },
  );
}, 60_000);
