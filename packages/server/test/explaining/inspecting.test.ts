import { describe, expect, test } from 'vitest';
import { createExpressApplication } from '../../src/express.ts';
import {
  type Application,
  createServer,
  type Request,
  type RequestHandler,
  Router,
  type RouteTable,
} from '../../src/index.ts';

const NOTE_PLACES = Symbol.for('nextpress.notePlaces');

const pass = (name: string): RequestHandler =>
  Object.defineProperty((_req: unknown, _res: unknown, next: () => void) => next(), 'name', { value: name });
const ends = (name: string): RequestHandler =>
  Object.defineProperty((_req: Request, res: { end(): void }) => res.end(), 'name', { value: name });

function shop(): Application {
  const users = Router();
  users.use(pass('auth'));
  users.param('id', function load(_req, _res, next) {
    next();
  });
  users.get('/:id', pass('check'), ends('show')).post('/', ends('create'));
  const mounted = createServer();
  mounted.get('/page', ends('page'));
  const app = createServer();
  app.addHook('onRequest', pass('start'));
  app.addHook('onResponse', function count() {});
  app.use(pass('json')).use('/assets', pass('files')).use('/users', users).use('/mounted', mounted);
  app.register(
    (scope) => {
      scope.use(pass('scoped'));
      scope.addHook('preHandler', pass('isAdmin'));
      scope.addHook('onSend', function sign() {});
      scope.get('/stats', ends('stats'));
    },
    { prefix: '/admin', name: 'admin' },
  );
  app.get('/users/:name', ends('later'));
  app.use(function onError(_error: unknown, _req: unknown, _res: unknown, next: () => void) {
    next();
  });
  return app;
}

async function summary(app: Application, method: string, path: string): Promise<string[]> {
  const { runs, skipped } = await app.explain(method, path);
  return [
    ...runs.map(({ kind, name, path: pattern, depth }) => `${'  '.repeat(depth)}${kind} ${name} ${pattern}`),
    ...skipped.map(({ name, reason, detail }) => `- ${name}: ${reason}: ${detail}`),
  ];
}

describe('app.explain()', () => {
  test('shows which handlers of a route run before and after its validation', async () => {
    const app = createServer();
    app.addHook('onRoute', ({ addValidation }) => {
      addValidation(pass('serialize'), ['response']);
      addValidation(pass('validate'), ['body']);
    });
    app.addHook('preHandler', pass('hook'));
    app.post(
      '/a',
      pass('guard'),
      { schema: { body: {}, response: { 200: {} } } },
      pass('load'),
      ends('create'),
    );
    expect(await summary(app, 'POST', '/a')).toEqual([
      'serialization serialize /a',
      'handler guard /a',
      'validation validate /a',
      'preHandler hook /',
      'handler load /a',
      'handler create /a',
    ]);
  });

  test('shows that a request without an upgrade skips a WebSocket route', async () => {
    const socket = (name: string): RequestHandler =>
      Object.defineProperty(pass(name), Symbol.for('nextpress.acceptsUpgrades'), { value: true });
    const app = createServer();
    app.get('/chat', pass('log'), socket('skip'), pass('guard'), socket('accept')).get('/chat', ends('page'));
    const { runs, skipped } = await app.explain('GET', '/chat');
    expect(runs.map(({ name }) => name)).toEqual(['log', 'skip', 'page']);
    expect(skipped).toEqual([]);
  });

  test.each([
    ['/admin/stats', 'admin'],
    ['/admin/unknown', 'admin'],
    ['/users/7', undefined],
  ])('explain() names the scope of %s', async (path, scope) => {
    expect((await shop().explain('GET', path)).scope).toBe(scope);
  });

  test('shows what runs through a router, and why the rest does not', async () => {
    expect(await summary(shop(), 'get', '/users/7?full=1')).toEqual([
      'onRequest start /',
      'middleware json /',
      'router router /users',
      '  middleware auth /users',
      '  param load :id',
      '  handler check /users/:id',
      '  handler show /users/:id',
      'onResponse count /',
      '- later: shadowed: show (/users/:id) responds first',
      '- isAdmin: scope: applies to the routes of the plugin "admin"',
      '- files: path: does not match /users/7',
      '- mounted_app: path: does not match /users/7',
      '- scoped: path: does not match /users/7',
      '- stats: path: does not match /users/7',
      '- onError: error: handles errors only',
      '- create: path: does not match /7',
    ]);
  });

  test('shows the hooks and the middleware of a scope', async () => {
    const steps = await summary(shop(), 'GET', '/admin/stats');
    expect(steps.filter((step) => !step.startsWith('-'))).toEqual([
      'onRequest start /',
      'middleware json /',
      'middleware scoped /admin',
      'preHandler isAdmin /admin',
      'handler stats /admin/stats',
      'onSend sign /admin',
      'onResponse count /',
    ]);
  });

  test('shows the response of the framework when nothing responds', async () => {
    const app = shop();
    const { response, skipped } = await app.explain('PUT', '/users/7');
    expect(response).toEqual({ status: 405, allow: 'GET, HEAD, OPTIONS' });
    expect(skipped.find(({ name }) => name === 'show')).toMatchObject({
      reason: 'method',
      detail: 'handles GET, HEAD',
      methods: ['GET', 'HEAD'],
    });
    expect((await app.explain('GET', '/nothing')).response).toEqual({ status: 404, allow: undefined });
    const { response: options } = await app.explain('OPTIONS', '/users/7');
    expect(options).toEqual({ status: 204, allow: 'GET, HEAD, OPTIONS' });
    const express = createExpressApplication(5).get('/a', ends('a'));
    expect((await express.explain('OPTIONS', '/a')).response).toEqual({ status: 200, allow: 'GET, HEAD' });
    expect((await express.explain('GET', '/b')).response?.status).toBe(404);
  });

  test('shows the error handlers of a path that cannot be decoded', async () => {
    const { runs, response } = await shop().explain('GET', '/users/%FF');
    expect(runs.at(-2)).toMatchObject({ kind: 'error handler', name: 'onError' });
    expect(response?.status).toBe(400);
  });

  test('assumes that functions with next, or without parameters, continue', async () => {
    const app = createServer();
    app.use(
      function unused(_req, _res, _next) {},
      (...args: unknown[]) => (args[2] as () => void)(),
    );
    app.get('/a', pass('last')).get('/:any', ends('other'));
    const { runs, skipped } = await app.explain('GET', '/a');
    expect(runs.map(({ name }) => name)).toEqual(['unused', '<anonymous>', 'last']);
    expect(skipped).toMatchObject([{ name: 'other', reason: 'shadowed' }]);
  });

  test('tells tools which row of the route table a step belongs to', async () => {
    const identity = Symbol.for('nextpress.identity');
    const app = createServer();
    const router = Router().get('/a', ends('a'));
    app.use(pass('first')).use(router).get('/a', ends('other'));
    const { [Symbol.for('nextpress.routes')]: table } = app as never as Record<symbol, () => RouteTable>;
    const { runs, skipped } = await app.explain('GET', '/a');
    expect([...runs, ...skipped].map((step) => (step as { [identity]?: object })[identity])).toEqual(
      table?.call(app).map((row) => row.identity),
    );
  });

  test('assumes that the first function without next responds', async () => {
    const app = createServer();
    app.use(pass('first'), ends('maintenance')).get('/a', ends('a'));
    const { runs, skipped, response } = await app.explain('GET', '/a');
    expect(runs.map(({ name }) => name)).toEqual(['first', 'maintenance']);
    expect(skipped).toMatchObject([{ name: 'a', reason: 'shadowed' }]);
    expect(response).toBeUndefined();
  });

  test('shows the not-found handler of a scope', async () => {
    const app = createServer();
    app.register((scope) => scope.setNotFoundHandler(ends('missing')).get('/a', ends('a')), {
      prefix: '/api',
    });
    const { runs, response } = await app.explain('GET', '/api/b');
    expect(runs).toMatchObject([{ kind: 'not-found handler', name: 'missing', path: '/api' }]);
    expect(response).toBeUndefined();
  });

  test('calls no functions of the application, and does not change it', async () => {
    const calls: string[] = [];
    const app = createServer({ logError: () => calls.push('log') });
    app.addHook('onRequest', async () => void calls.push('onRequest'));
    app.addHook('preHandler', async () => void calls.push('preHandler'));
    app.addHook('onSend', () => void calls.push('onSend'));
    app.addHook('onResponse', () => calls.push('onResponse'));
    app.addHook('onError', () => calls.push('onError'));
    app.param('id', () => calls.push('param'));
    app.use(() => calls.push('use'));
    app.get('/:id', () => calls.push('get'));
    app.use((_error: unknown, _req: unknown, _res: unknown, _next: unknown) => calls.push('error'));
    for (const path of ['/7', '/%FF', '/a/b']) await app.explain('GET', path);
    expect(calls).toEqual([]);
  });

  test('waits for plugins, and rejects when one fails', async () => {
    const app = createServer();
    app.register(async (scope) => {
      await Promise.resolve();
      scope.get('/late', ends('late'));
    });
    expect((await app.explain('GET', '/late')).runs.map(({ name }) => name)).toEqual(['late']);
    app.register(async () => {
      throw new Error('no database');
    });
    await expect(app.explain('GET', '/late')).rejects.toThrow('no database');
  });

  test('ends when a router contains itself', async () => {
    const router = Router();
    router.use(router).get('/a', ends('a'));
    const { response } = await createServer({ logError: () => {} })
      .use(router)
      .explain('GET', '/a');
    expect(response?.status).toBe(500);
  });

  test.each([
    ['', '/a', "Invalid method in explain(): expected a method such as 'GET'"],
    ['GET', 'a', "Invalid path in explain(): expected a path such as '/users/7'"],
  ])('rejects the method "%s" with the path "%s"', async (method, path, message) => {
    await expect(createServer().explain(method, path)).rejects.toThrow(message);
  });
});

describe('app.routes()', () => {
  test('lists the routes of routers, applications and scopes with what runs before them', () => {
    const rows = shop().routes();
    expect(
      rows.map(({ methods, path, middleware, handlers, scope }) =>
        [methods.join(), path, middleware.join(), handlers.join(), scope ?? '-'].join(' '),
      ),
    ).toEqual([
      'GET,HEAD /users/:id start,json,auth check,show -',
      'POST /users start,json,auth create -',
      'GET,HEAD /mounted/page start,json page -',
      'GET,HEAD /admin/stats start,json,scoped,isAdmin stats admin',
      'GET,HEAD /users/:name start,json later -',
    ]);
    expect(rows.every(({ registeredAt }) => registeredAt === undefined)).toBe(true);
  });

  test('has a row for each pattern of a list and for each group of methods', () => {
    const app = createServer();
    app.get(['/a', '/b'], ends('list')).all(/^\/r/, ends('any'));
    app.route('/c').get(ends('read')).post(ends('write'));
    expect(app.routes().map(({ methods, path }) => `${methods} ${path}`)).toEqual([
      'GET,HEAD /a',
      'GET,HEAD /b',
      '* /^\\/r/',
      'GET,HEAD /c',
      'POST /c',
    ]);
  });

  test('names middleware only if its prefix contains every path of the route', () => {
    const app = createServer();
    app.use('/a', pass('under')).use(['/x', '/a/b'], pass('either'));
    app.get('/a/b', ends('both')).get('/:any', ends('some'));
    expect(app.routes().map(({ middleware }) => middleware)).toEqual([['under', 'either'], []]);
  });

  test('ends when routers contain each other', () => {
    const [one, other] = [Router(), Router()];
    one.use('/a', other);
    other.use('/b', one).get('/c', ends('c'));
    expect(
      createServer()
        .use(one)
        .routes()
        .map(({ path }) => path),
    ).toEqual(['/a/c']);
  });

  test('includes the source locations of registrations in development, or when a tool asks for them', () => {
    const registered = (): (string | undefined)[] => {
      const app = createServer({ env: 'production' });
      app.route('/a').get(ends('a')).post(ends('b'));
      return app.routes().map(({ registeredAt }) => registeredAt);
    };
    const place = expect.stringMatching(/inspecting\.test\.ts:\d+:\d+$/);
    const { NODE_ENV } = process.env;
    try {
      process.env.NODE_ENV = 'development';
      expect(registered()).toEqual([place, place]);
    } finally {
      process.env.NODE_ENV = NODE_ENV;
    }
    Object.assign(globalThis, { [NOTE_PLACES]: true });
    try {
      expect(registered()).toEqual([place, place]);
    } finally {
      Reflect.deleteProperty(globalThis, NOTE_PLACES);
    }
    expect(registered()).toEqual([undefined, undefined]);
  });
});
