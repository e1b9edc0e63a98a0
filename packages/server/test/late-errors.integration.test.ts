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

describe('an error after next()', () => {
  test.each(Object.entries(applications))(
    'leaves the response of a later layer intact when it comes from %s',
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

test('a late error of an Express route that createServer() dispatches leaves the response intact', async () => {
  const { late, respond } = pair();
  const route = ExpressRouter().route('/x').get(late, respond);
  const errors: unknown[] = [];
  const app = createServer({ logError: (error) => errors.push(error) });
  app.get('/x', (req, res, next) => route.dispatch(req as never, res as never, next));
  server = await listen(createHttpServer(app));
  const warning = once(process, 'warning');
  expect(await (await fetch(`${server.url}/x`)).text()).toBe('one two');
  expect(await warning).toMatchObject([{ code: 'NEXTPRESS_LATE_ERROR' }]);
  expect(errors).toEqual([]);
});

describe('next() after an error has moved the request on', () => {
  type Build = (app: Application, slow: Handler, handler: Handler) => unknown;
  const places: Readonly<Record<string, Build>> = {
    'middleware of the application': (app, slow, handler) => app.use(slow).get('/x', handler),
    'middleware of a router': (app, slow, handler) => app.use(Router().use(slow).get('/x', handler)),
    'a handler of the same route': (app, slow, handler) => app.get('/x', slow, handler),
    'a hook before handlers': (app, slow, handler) => app.addHook('preHandler', slow).get('/x', handler),
    'a hook before a router of Express': (app, slow, handler) =>
      app.addHook('preHandler', slow).use(express.Router().get('/x', handler as never) as never),
    'a callback of a param': (app, slow, handler) =>
      app.param('id', (req, res, next) => slow(req, res, next)).get('/:id', handler),
    'a callback of a param of a prefix': (app, slow, handler) =>
      app.param('id', (req, res, next) => slow(req, res, next)).use('/:id', handler),
  };

  /** The middleware that fails late, and the layer that it fails in. */
  async function trace(build: Build, callsNext: (next: () => void) => void): Promise<string[]> {
    const log: string[] = [];
    const app = createServer();
    let fail = (_error: Error): void => {};
    app.use((_req, _res, next) => {
      fail = next;
      next();
    });
    const slow: Handler = (_req, _res, next) => {
      fail(new Error('late'));
      callsNext(next);
    };
    build(app, slow, (_req, res) => {
      log.push('handler');
      res.end();
    });
    app.use((error: Error, _req: unknown, res: { end(): unknown }, _next: unknown) => {
      log.push(error.message);
      res.end();
    });
    server = await listen(createHttpServer(app));
    await fetch(`${server.url}/x`);
    await setImmediate();
    return log;
  }

  test.each(Object.entries(places))('has no effect in %s', async (_place, build) => {
    expect(await trace(build, (next) => next())).toEqual(['late']);
  });

  test.each(Object.entries(places))('has no effect when it comes later in %s', async (_place, build) => {
    let continues = (): void => {};
    const log = await trace(build, (next) => {
      continues = next;
    });
    continues();
    await setImmediate();
    expect(log).toEqual(['late']);
  });
});
