import { tracingChannel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer, Router } from '../src/index.ts';

const open: Application[] = [];
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((app) => app.close({ grace: 0 })));
});

async function get(app: Application, path = '/', method = 'GET'): Promise<Response> {
  open.push(app);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
}

const described = async (response: Response): Promise<unknown[]> => [
  response.status,
  response.headers.get('content-type'),
  await response.text(),
];

const JSON_TYPE = 'application/json; charset=utf-8';
const BYTES = 'application/octet-stream';

describe.each([true, false])('createServer({ fastLane: %s }) sends what a handler returns:', (fastLane) => {
  const errors: unknown[] = [];
  afterEach(() => void errors.splice(0));
  const create = (): Application =>
    createServer({ fastLane, logError: (error) => void errors.push((error as Error).message) });

  test.each<[string, () => unknown, unknown[]]>([
    ['an object', () => ({ a: 1 }), [200, JSON_TYPE, '{"a":1}']],
    ['an array', () => [1, 2], [200, JSON_TYPE, '[1,2]']],
    ['a string', () => 'hello', [200, 'text/html; charset=utf-8', 'hello']],
    ['a Buffer', () => Buffer.from('ab'), [200, BYTES, 'ab']],
    ['false', () => false, [200, JSON_TYPE, 'false']],
    ['null', () => null, [200, null, '']],
    ['a stream', () => Readable.from([Buffer.from('one')]), [200, BYTES, 'one']],
    ['a Response', () => new Response('made', { status: 201 }), [201, 'text/plain;charset=UTF-8', 'made']],
  ])('%s, also from a promise', async (_name, make, expected) => {
    const app = create();
    app.get('/', () => make());
    app.get('/async', async () => make());
    expect(await described(await get(app))).toEqual(expected);
    expect(await described(await get(app, '/async'))).toEqual(expected);
  });

  test('with the status and the headers that it has set', async () => {
    const app = create();
    app.post('/', (_req, res) => {
      res.status(201).set('Location', '/7');
      return { id: 7 };
    });
    const response = await get(app, '/', 'POST');
    expect(response.headers.get('location')).toBe('/7');
    expect(await described(response)).toEqual([201, JSON_TYPE, '{"id":7}']);
  });

  test('after other handlers, in middleware, in routers, and when nothing is found', async () => {
    const app = create();
    app.get(
      '/second',
      (_req, _res, next) => next(),
      async () => 'second',
    );
    app.use('/mounted', () => 'mounted');
    app.use(
      '/router',
      Router().get('/', () => 'router'),
    );
    app.param('id', (_req, _res, next) => next());
    app.get('/param/:id', (req) => req.params.id);
    app.register(
      (scope) => {
        scope.addHook('preHandler', async () => 'not this');
        scope.get('/', () => 'hooked');
        scope.use('/mounted', () => 'hooked middleware');
      },
      { prefix: '/scope' },
    );
    app.setNotFoundHandler((req) => ({ missing: req.path }));
    const paths = ['/second', '/mounted', '/router', '/param/7', '/scope', '/scope/mounted', '/other'];
    const texts = await Promise.all(paths.map(async (path) => (await get(app, path)).text()));
    expect(texts).toEqual([
      'second',
      'mounted',
      'router',
      '7',
      'hooked',
      'hooked middleware',
      '{"missing":"/other"}',
    ]);
  });

  test.each<[string, (error: Error) => unknown, unknown[]]>([
    ['an object', ({ message }) => ({ message }), [418, JSON_TYPE, '{"message":"no"}']],
    ['a promise', async ({ message }) => [message], [418, JSON_TYPE, '["no"]']],
    ['null', () => null, [418, null, '']],
    ['a Response', () => new Response('made', { status: 503 }), [503, 'text/plain;charset=UTF-8', 'made']],
  ])('also for the error handler of a scope, without next: %s', async (_name, handler, expected) => {
    const app = create();
    app.get('/', () => Promise.reject(Object.assign(new Error('no'), { status: 418 })));
    app.setErrorHandler(handler);
    expect(await described(await get(app))).toEqual(expected);
    expect(errors).toEqual([]);
  });

  test('but not an error handler that responds, or takes next', async () => {
    const app = create();
    app.get('/', () => Promise.reject(new Error('no')));
    app.use((_error: Error, _req: unknown, _res: unknown, next: (error: Error) => void) => {
      setImmediate(next, new Error('other'));
      return 'ignored';
    });
    app.setErrorHandler(async (error, _req, res) => res.send(error.message));
    expect(await described(await get(app))).toEqual([500, 'text/html; charset=utf-8', 'other']);
    expect(errors).toEqual([]);
  });

  test('and passes the error of an error handler on', async () => {
    const app = create();
    app.get('/', () => Promise.reject(new Error('no')));
    app.setErrorHandler(async () => {
      throw new Error('again');
    });
    expect((await get(app)).status).toBe(500);
    expect(errors).toEqual(['again']);
  });

  test('through the onSend hooks', async () => {
    const app = create();
    app.addHook('onSend', async (_req, _res, payload) => `[${payload}]`);
    app.get('/', () => 'text');
    expect(await (await get(app)).text()).toBe('[text]');
  });

  test('while the calls are traced', async () => {
    const channel = tracingChannel('express.request');
    const noop = (): void => {};
    const subscribers = { start: noop, end: noop, asyncStart: noop, asyncEnd: noop, error: noop };
    const app = create();
    app.get('/', () => 'now');
    app.get('/async', async () => 'later');
    app.get('/failing', async () => Promise.reject(new Error('no')));
    channel.subscribe(subscribers);
    try {
      expect(await (await get(app)).text()).toBe('now');
      expect(await (await get(app, '/async')).text()).toBe('later');
      expect((await get(app, '/failing')).status).toBe(500);
      expect(errors).toEqual(['no']);
    } finally {
      channel.unsubscribe(subscribers);
    }
  });

  test('unless it has a parameter next', async () => {
    const app = create();
    app.get('/', (_req, res, _next) => {
      res.send('sent');
      return 'ignored';
    });
    expect(await (await get(app)).text()).toBe('sent');
    expect(errors).toEqual([]);
  });

  test.each<[string, (...args: never[]) => unknown]>([
    ['the response', (_req: unknown, res: { send(text: string): unknown }) => res.send('sent')],
    [
      'the request',
      (
        req: { once(name: string, done: () => void): unknown; resume(): void },
        res: { send(text: string): unknown },
      ) => {
        res.send('sent');
        return req;
      },
    ],
    [
      'a timer',
      (_req: unknown, res: { send(text: string): unknown }) => setTimeout(() => res.send('sent'), 1),
    ],
  ])('unless it is %s', async (_name, handler) => {
    const app = create();
    app.get('/', handler as never);
    expect(await (await get(app)).text()).toBe('sent');
    expect(errors).toEqual([]);
  });

  test('an error handler receives values that cannot be sent', async () => {
    const app = create();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    app.get('/', () => circular);
    app.get('/error', async () => new Error('returned'));
    app.use(
      (
        error: Error,
        _req: unknown,
        res: { status(code: number): { send(text: string): void } },
        _next: unknown,
      ) => {
        res.status(500).send(error.constructor.name);
      },
    );
    expect(await described(await get(app))).toEqual([500, 'text/html; charset=utf-8', 'TypeError']);
    expect(await described(await get(app, '/error'))).toEqual([500, 'text/html; charset=utf-8', 'TypeError']);
  });

  test.each([
    ['an object', { a: 1 }],
    ['a string', 'secret'],
  ])('an error says that a handler responded and returned %s', async (kind, value) => {
    const app = create();
    app.get('/', (_req, res) => {
      res.send('sent');
      return value;
    });
    expect(await (await get(app)).text()).toBe('sent');
    expect(errors).toEqual([
      `The handler returned ${kind} after it had responded: either return the response or call methods of res`,
    ]);
  });
});

test('an application like Express ignores returned values, and warns in development if nothing responds', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const warned = once(process, 'warning');
  const app = createExpressApplication() as unknown as Application;
  app.get('/', (_req, res) => {
    setImmediate(() => {
      vi.advanceTimersByTime(3000);
      res.send('late');
    });
    return { a: 1 };
  });
  expect(await (await get(app)).text()).toBe('late');
  expect(String((await warned)[0])).toContain('It returned an object, which Express ignores: use res.send()');
});
