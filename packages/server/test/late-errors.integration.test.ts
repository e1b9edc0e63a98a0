import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { Router as ExpressRouter } from '../src/express.ts';
import { type Application, createServer, type Handler, Router } from '../src/index.ts';
import { quietExpress } from './scopes/trace.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

/** Starts a response, and finishes it when `late` has passed on its error. */
function pair(): { late: Handler; respond: Handler } {
  let begun = (): void => {};
  const start = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let failed = (): void => {};
  const end = new Promise<void>((resolve) => {
    failed = resolve;
  });
  return {
    late: async (_req, _res, next) => {
      next();
      await start;
      next(new Error('late'));
      failed();
    },
    respond: async (_req, res) => {
      res.write('one ');
      begun();
      await end;
      res.end('two');
    },
  };
}

const applications: Readonly<Record<string, (app: Application, layers: ReturnType<typeof pair>) => unknown>> =
  {
    'middleware of the application': (app, { late, respond }) => app.use(late).get('/x', respond),
    'a handler of the same route': (app, { late, respond }) => app.get('/x', late, respond),
    'middleware of a router': (app, { late, respond }) => app.use(Router().use(late)).get('/x', respond),
    'middleware around a router': (app, { late, respond }) => app.use(late).use(Router().get('/x', respond)),
    'a callback of a param': (app, { late, respond }) =>
      app.param('id', (req, res, next) => late(req, res, next)).get('/:id', respond),
  };

describe('an error that comes after next()', () => {
  test.each(Object.entries(applications))(
    'leaves the response of a later layer whole when it comes from %s',
    async (_from, build) => {
      const errors: unknown[] = [];
      const app = createServer({ logError: (error) => errors.push(error) });
      build(app, pair());
      app.use((error: unknown, _req: unknown, _res: unknown, _next: unknown) => errors.push(error));
      server = await listen(createHttpServer(app));
      const warning = once(process, 'warning');
      expect(await (await fetch(`${server.url}/x`)).text()).toBe('one two');
      expect(await warning).toMatchObject([{ code: 'NEXTPRESS_LATE_ERROR' }]);
      expect(errors).toEqual([]);
    },
  );

  test('goes to the error handlers while nothing is sent', async () => {
    const app = createServer().use((_req, _res, next) => {
      next();
      next(new Error('late'));
    });
    app.get('/', () => {});
    app.use((error: Error, _req: unknown, res: { send(text: string): unknown }, _next: unknown) =>
      res.send(error.message),
    );
    server = await listen(createHttpServer(app));
    expect(await (await fetch(server.url)).text()).toBe('late');
  });

  test.each([
    ['express', () => express(), express.Router],
    ['nextpress/express', quietExpress(5), ExpressRouter],
    ['createServer()', () => createServer({ logError: () => {} }), Router],
  ] as unknown as [string, () => Application, typeof Router][])(
    'goes to the error handlers of the application when it comes from a router that the request has left, in %s',
    async (_name, create, createRouter) => {
      const app = create();
      app.use(
        createRouter().use(async (_req, _res, next) => {
          next();
          await setImmediate();
          throw new Error('late');
        }),
      );
      app.get('/', () => {});
      app.use((error: Error, _req: unknown, res: { send(text: string): unknown }, _next: unknown) =>
        res.send(error.message),
      );
      server = await listen(createHttpServer(app));
      const response = await fetch(server.url, { signal: AbortSignal.timeout(5_000) });
      expect(await response.text()).toBe('late');
    },
  );
});
