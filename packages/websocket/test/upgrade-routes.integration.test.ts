// Which routes and middleware an upgrade reaches.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpError } from '@nextpress/semantics/http-error';
import {
  type Application,
  createServer,
  type NextFunction,
  type RequestHandler,
  type Response,
  Router,
} from '@nextpress/server';
import { createExpressApplication } from '@nextpress/server/express';
import { serveStatic } from '@nextpress/static';
import { expressStatic } from '@nextpress/static/express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { webSocketHandlers, websocket } from '../src/index.ts';
import { next, open, portOf } from './open.ts';

const silent = { logError: () => {} };
const page: RequestHandler = (_req, res) => void res.send('page');
const pageOrMissing: RequestHandler = (req, res) => {
  if (req.params.id !== '1') res.sendStatus(404);
  else res.send('page');
};
const greet = () => webSocketHandlers((connection) => void connection.send('welcome'));

/** A directory with the file `live`. */
function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'nextpress-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  mkdirSync(join(path, 'items'));
  writeFileSync(join(path, 'items/live'), 'file');
  return path;
}

/** Returns the first message at `/items/live`, or the status of the refusal. */
async function outcome(app: Application, path = '/items/live'): Promise<string | number> {
  const port = await portOf(app.listen(0, '127.0.0.1'));
  try {
    return await next(await open(port, path));
  } catch (error) {
    return (error as { status: number }).status;
  }
}

const kinds: [string, () => Application][] = [
  ['createServer()', () => createServer(silent) as Application],
  ['Express 5', () => createExpressApplication(5).set('env', 'test')],
  ['Express 4', () => createExpressApplication(4).set('env', 'test')],
];

describe.each(kinds)('with %s, an upgrade', (name, create) => {
  const wildcard = name === 'Express 4' ? '/*' : '/*path';

  test.each<[string, (app: Application) => void]>([
    ['a page with the same path', (app) => app.get('/items/live', page)],
    ['a page with a param', (app) => app.get('/items/:id', page)],
    ['a page with a wildcard', (app) => app.get(wildcard, page)],
    ['a page with a regular expression', (app) => app.get(/^\/items/, page)],
    ['a page that responds with 404', (app) => app.get('/items/:id', pageOrMissing)],
    ['a page with its own guard', (app) => app.get('/items/:id', (_req, _res, go) => go(), page)],
    [
      'a page before an error handler',
      (app) =>
        app.get('/items/:id', page, (_error: unknown, _req: unknown, _res: unknown, go: NextFunction) =>
          go(),
        ),
    ],
    ['a page on a route with several methods', (app) => app.route('/items/:id').get(page).post(page)],
    ['a page in a router', (app) => app.use('/items', Router().get('/:id', page))],
    ['a page in a mounted application', (app) => app.use(createServer(silent).get('/items/:id', page))],
    [
      'a page in a scope',
      (app) => app.register((scope) => void scope.get('/:id', page), { prefix: '/items' }),
    ],
    ['a file server', (app) => app.use(serveStatic(directory()))],
    ['a file server with a prefix', (app) => app.use('/items', serveStatic(join(directory(), 'items')))],
    ['a file server without fallthrough', (app) => app.use(serveStatic(directory(), { fallthrough: false }))],
    ['express.static', (app) => app.use(expressStatic(directory()))],
  ])('skips %s', async (_kind, add) => {
    const app = websocket(create());
    add(app);
    app.ws('/items/live', (connection) => void connection.send('welcome'));
    expect(await outcome(app)).toBe('welcome');
  });

  test.each<[string, (app: Application) => void]>([
    ['a router', (app) => app.use('/items', Router().get('/live', ...greet()))],
    ['a router with a param', (app) => app.use('/:kind', Router().get('/live', ...greet()))],
    ['a nested router', (app) => app.use(Router().use('/items', Router().get('/live', ...greet())))],
    ['a mounted application', (app) => app.use('/items', createServer(silent).get('/live', ...greet()))],
    ['a scope', (app) => app.register((scope) => void scope.get('/live', ...greet()), { prefix: '/items' })],
    ['a path in another case', (app) => app.get('/ITEMS/Live', ...greet())],
    ['a regular expression', (app) => app.get(/^\/items\/l/, ...greet())],
    ['a list of paths', (app) => app.get(['/a', '/items/live'], ...greet())],
  ])('skips a page and reaches a WebSocket route defined by %s', async (_kind, add) => {
    const app = websocket(create());
    app.get(wildcard, page);
    add(app);
    expect(await outcome(app)).toBe('welcome');
  });

  test.each([
    ['a regular expression', /^\/items\/l/, '/items/live'],
    ['another case', '/items/Live', '/ITEMS/live'],
    ['an optional part', name === 'Express 4' ? '/items/live?' : '/items{/live}', '/items/live'],
  ])(
    'reaches its route or, without one, another listener when the path has %s',
    async (_kind, path, target) => {
      const app = websocket(create());
      app.get(path, ...greet());
      const server = app.listen(0, '127.0.0.1');
      const left: (string | undefined)[] = [];
      server.on('upgrade', (req, socket) => {
        left.push(req.url);
        if (req.url === '/other') socket.end('HTTP/1.1 418 Other\r\n\r\n');
      });
      const port = await portOf(server);
      expect(await next(await open(port, target))).toBe('welcome');
      await expect(open(port, '/other')).rejects.toMatchObject({ status: 418 });
    },
  );

  test('does not skip a guard', async () => {
    const refuse: RequestHandler = (req, res, go) => {
      if (req.get('X-User') === undefined) res.status(401).end();
      else go();
    };
    const guards: ((app: Application) => void)[] = [
      (app) => app.use(refuse),
      (app) => app.use('/items', refuse),
      (app) => app.use('/items', (_req, res) => void res.status(401).end()),
      (app) => app.use(Router().use(refuse)),
      (app) => app.use('/items', Router().all('/:id', refuse).get('/:id', page)),
      (app) => app.all('/items/:id', refuse),
      (app) => app.get('/items/:id', refuse),
      (app) => app.get('/items/:id', refuse, page),
      (app) => app.get('/items/:id', (_req, _res, go) => go(), refuse, page),
      (app) => app.get(/^\/items/, refuse, page),
      (app) => app.use('/items', Router().get('/:id', refuse, page)),
      (app) => app.route('/items/:id').all(refuse).get(page),
      (app) => app.param('id', (_req, _res, go) => go()).get('/items/:id', refuse, page),
      (app) => app.register((scope) => void scope.get('/:id', refuse, page), { prefix: '/items' }),
      (app) =>
        app.register(
          (scope) => void scope.addHook('preHandler', refuse).get('/:id', (_req, _res, go) => go(), page),
          { prefix: '/items' },
        ),
      // A handler that always refuses is also a guard.
      (app) => app.all('/items/:id', (_req, res) => void res.status(401).end()),
      (app) => app.all('/items/:id', (_req, res) => void res.status(401).end()).get('/items/:id', page),
      (app) =>
        app
          .route('/items/:id')
          .all((_req, res) => void res.status(401).end())
          .get(page),
      (app) =>
        app.use(
          '/items',
          Router().all('/:id', (_req, res) => void res.status(401).end()),
        ),
      (app) => app.addHook('onRequest', refuse),
      (app) =>
        app
          .param('id', (_req, res) => void res.status(401).end())
          .use('/items/:id', (_req, _res, go) => go()),
    ];
    for (const guard of guards) {
      const app = websocket(create());
      app.get(wildcard, page);
      guard(app);
      app.ws('/items/live', (connection) => void connection.send('welcome'));
      expect(await outcome(app), String(guard)).toBe(401);
    }
  });
});

const refusal = (): HttpError => new HttpError(401, 'ERR_NO', 'no');
/** Declares three parameters, even if the function that it calls declares fewer. */
const wrap3 =
  (handler: RequestHandler): RequestHandler =>
  (req, res, go) =>
    handler(req, res, go);
const wrapRest =
  (handler: RequestHandler): RequestHandler =>
  (...args) =>
    handler(...args);
function refuseAs(this: { readonly status: number }, _req: unknown, res: Response, _go: NextFunction): void {
  res.sendStatus(this.status);
}
function refuseWith(status: number, _req: unknown, res: Response): void {
  res.sendStatus(status);
}

/** Handlers that refuse every request, by how they are written. Those with three parameters also refuse upgrades. */
const refusals: readonly [string, RequestHandler][] = [
  ['an arrow function that calls next(error)', (_req, _res, go) => go(refusal())],
  ['an arrow function that calls next(error) later', (_req, _res, go) => void setImmediate(go, refusal())],
  [
    'a function that throws',
    function guard(_req, _res, _go) {
      throw refusal();
    },
  ],
  ['an async function that rejects', async (_req, _res, _go) => Promise.reject(refusal())],
  [
    'an async function that calls next(error)',
    async (_req, _res, go) => {
      await undefined;
      go(refusal());
    },
  ],
  ['a function that returns a rejected promise', (_req, _res, _go) => Promise.reject(refusal())],
  ['res.sendStatus(401)', (_req, res, _go) => void res.sendStatus(401)],
  ['res.status(401).end()', (_req, res, _go) => void res.status(401).end()],
  [
    'a method',
    {
      guard(_req: unknown, res: Response, _go: NextFunction) {
        res.sendStatus(401);
      },
    }.guard,
  ],
  ['a bound function', refuseAs.bind({ status: 401 })],
  ['a wrapped function', wrap3((_req, res) => void res.sendStatus(401))],
  ['a function that destructures', ({ method }, { statusCode }, go) => go(method && statusCode && refusal())],
  ['two parameters and res.sendStatus(401)', (_req, res) => void res.sendStatus(401)],
  ['two parameters and res.status(401).end()', (_req, res) => void res.status(401).end()],
  [
    'two parameters and throw',
    (_req, _res) => {
      throw refusal();
    },
  ],
  ['two parameters and a rejected promise', async (_req, _res) => Promise.reject(refusal())],
  ['two parameters and req.next(error)', (req, _res) => (req as { next?: NextFunction }).next?.(refusal())],
  ['no parameters', () => Promise.reject(refusal())],
  ['a default parameter', (_req, _res, go = () => {}) => go(refusal())],
  ['rest parameters', (...args) => args[2](refusal())],
  ['rest parameters of a wrapper', wrapRest((_req, res, _go) => void res.sendStatus(401))],
  ['a bound argument', refuseWith.bind(undefined, 401)],
];

const places: readonly [string, (app: Application, handler: RequestHandler) => unknown][] = [
  ['get()', (app, handler) => app.get('/items/:id', handler)],
  ['an array of handlers', (app, handler) => app.get('/items/:id', [[(_req, _res, go) => go()], [handler]])],
  ['route()', (app, handler) => app.route('/items/:id').post(page).get(handler)],
  ['a regular expression', (app, handler) => app.get(/^\/items/, handler)],
  ['a router', (app, handler) => app.use('/items', Router().get('/:id', handler))],
  ['a mounted application', (app, handler) => app.use(createServer(silent).get('/items/:id', handler))],
  [
    'a scope with hooks',
    (app, handler) =>
      app.register((scope) => void scope.addHook('onRequest', async () => {}).get('/:id', handler), {
        prefix: '/items',
      }),
  ],
];

/** Handlers that run for every upgrade, however they are written. */
const guardingPlaces: typeof places = [
  ['use()', (app, handler) => app.use(handler)],
  ['use() with a prefix', (app, handler) => app.use('/items/:id', handler)],
  ['all()', (app, handler) => app.all('/items/:id', handler)],
  ['all() on a route', (app, handler) => app.route('/items/:id').all(handler)],
  ['get() before a page', (app, handler) => app.get('/items/:id', handler, page)],
  ['get() before another get()', (app, handler) => app.route('/items/:id').get(handler).get(page)],
];

describe.each(refusals)('a handler written with %s', (_spelling, handler) => {
  const expected = handler.length === 3 ? 401 : 'welcome';

  test.each(places)(
    `results in ${expected} for an upgrade as the last handler of %s`,
    async (_place, add) => {
      const app = websocket(createServer(silent));
      add(app, handler);
      app.ws('/items/live', (connection) => void connection.send('welcome'));
      expect(await outcome(app)).toBe(expected);
    },
  );

  test.each(guardingPlaces)('results in 401 for an upgrade in %s', async (_place, add) => {
    const app = websocket(createServer(silent));
    add(app, handler);
    app.ws('/items/live', (connection) => void connection.send('welcome'));
    expect(await outcome(app)).toBe(401);
  });
});

test('an upgrade runs the hooks of the scope with its WebSocket route, not those of the scope with a page', async () => {
  const app = websocket(createServer(silent));
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  app.register((scope) => void scope.addHook('onRequest', note('pages')).get('/items/:id', page));
  app.register((scope) => void scope.addHook('onRequest', note('sockets')).get('/items/live', ...greet()));
  expect(await outcome(app)).toBe('welcome');
  expect(order).toEqual(['sockets']);
});

test('an upgrade without a WebSocket route gets the page', async () => {
  const app = websocket(createServer(silent));
  app.get('/items/:id', page);
  app.ws('/other', () => {});
  expect(await outcome(app)).toBe(200);
});

test('an upgrade reaches the next WebSocket route when one passes it on', async () => {
  const app = websocket(createServer(silent));
  app.ws(
    '/items/:id',
    (_req, _res, go) => go('route'),
    () => {},
  );
  app.get('/items/:id', page);
  app.ws('/items/live', (connection) => void connection.send('welcome'));
  expect(await outcome(app)).toBe('welcome');
});

test('routers that are mounted in each other do not make an upgrade hang', async () => {
  const app = websocket(createServer(silent));
  const [one, other] = [Router(), Router()];
  one.use('/a', other);
  other.use('/a', one);
  app.use(one);
  app.ws('/items/live', (connection) => void connection.send('welcome'));
  expect(await outcome(app)).toBe('welcome');
});

test('applications that share a server each get the upgrades for their routes, and the last one gets those without a route', async () => {
  const server = createHttpServer();
  for (const name of ['a', 'b']) {
    const app = websocket(createServer(silent));
    app.ws(`/${name}`, (connection) => void connection.send(name));
    app.use((_req, res) => void res.status(404).end());
    app.ws.attach(server);
  }
  const port = await portOf(server.listen(0, '127.0.0.1'));
  expect(await next(await open(port, '/a'))).toBe('a');
  expect(await next(await open(port, '/b'))).toBe('b');
  await expect(open(port, '/c')).rejects.toMatchObject({ status: 404 });
});
