import { cors } from '@nextpress/cors';
import express, { json } from '@nextpress/express';
import { jsonBody } from '@nextpress/json-body';
import { createServer, type NextFunction, type RequestHandler, Router } from '@nextpress/server';
import { createExpressApplication } from '@nextpress/server/express';
import { serveStatic } from '@nextpress/static';
import { describe, expect, test } from 'vitest';
import { checkApplication } from '../../src/check/check-application.ts';
import type { Problem } from '../../src/check/problem.ts';
import type { RoutedApplication } from '../../src/load-application.ts';

const respond = (_req: unknown, res: { json(value: unknown): unknown }): unknown => res.json(1);
function guard(_req: unknown, _res: unknown, next: NextFunction): void {
  next();
}
function onError(_error: unknown, _req: unknown, _res: unknown, next: NextFunction): void {
  next();
}

async function check(register: (app: ReturnType<typeof createServer>) => void): Promise<readonly Problem[]> {
  const app = createServer();
  register(app);
  return (await checkApplication(app as unknown as RoutedApplication)).problems;
}

/** The problems of an application, as `code subject`. */
async function found(register: (app: ReturnType<typeof createServer>) => void): Promise<string[]> {
  return (await check(register)).map(({ code, subject }) => `${code} ${subject}`);
}

/** The same, while places of registration are recorded. */
async function foundWithPlaces(register: (app: ReturnType<typeof createServer>) => void): Promise<string[]> {
  const notePlaces = Symbol.for('nextpress.notePlaces');
  Object.assign(globalThis, { [notePlaces]: true });
  try {
    return await found(register);
  } finally {
    Reflect.deleteProperty(globalThis, notePlaces);
  }
}

describe('unreachable', () => {
  test('reports a path registered after a pattern that matches it', async () => {
    expect(await found((app) => app.get('/users/:id', respond).get('/users/me', respond))).toEqual([
      'unreachable GET /users/me',
    ]);
  });

  test('reports all but error handlers after middleware that responds to everything', async () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.use(respond).get('/x', respond).use(guard).use(onError);
    expect(await found(register)).toEqual(['unreachable GET /x', 'unreachable use(guard)']);
  });

  test('says that a guard has to call next when it has no such parameter', async () => {
    const [problem, ...others] = await check((app) =>
      app
        .use('/admin', async function unfinished(req, res) {
          if (req.get('Authorization') === undefined) res.status(401);
        })
        .get('/admin/keys', respond),
    );
    expect(others).toEqual([]);
    expect(problem?.fix).toBe(
      "Register GET /admin/keys first, or let use('/admin', unfinished) take next and call it.",
    );
  });

  test('reports a route of a mounted router after a route of the application', async () => {
    const api = Router().get('/things/7', respond);
    expect(await found((app) => app.all('/api/*rest', respond).use('/api', api))).toEqual([
      'unreachable GET /api/things/7',
    ]);
  });

  test('reports what was registered for an empty list of paths as an error, except in Express 4', async () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.use([], guard).use([[]], Router().get('/things', respond)).get([], respond).get('/x', respond);
    const described = ({ severity, subject }: Problem): string => `${severity} ${subject}`;
    expect((await check(register)).map(described)).toEqual([
      "error use('[]', guard)",
      "error use('[]', router)",
      'error GET []',
    ]);
    const app = createExpressApplication(4);
    register(app as never);
    const { problems } = await checkApplication(app as unknown as RoutedApplication);
    // There the route without a path takes the requests of the next one.
    expect(problems.map(described)).toEqual(['warning GET /x']);
  });

  test('is found where routers of a factory are mounted twice', async () => {
    const make = (): Router => Router().get('/:id', respond);
    expect(await found((app) => app.use('/api', make()).use('/api', make()))).toEqual([
      'unreachable GET /api/:id',
    ]);
    const shared = make();
    expect(await found((app) => app.use('/api', shared).use('/other', shared))).toEqual([]);
  });

  test('does not report a route after middleware of a plugin that the route is not in', async () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.register((scope) => scope.use(respond).get('/inside', respond)).get('/outside', respond);
    expect(await found(register)).toEqual(['unreachable GET /inside']);
  });

  test('checks a router', async () => {
    const router = Router().get('/users/:id', respond).get('/users/me', respond);
    const { problems } = await checkApplication(router as unknown as RoutedApplication);
    expect(problems.map(({ subject }) => subject)).toEqual(['GET /users/me']);
  });

  test('is a warning, because a handler without next may not respond', async () => {
    const [problem] = await check((app) => app.get('/users/:id', respond).get('/users/me', respond));
    expect(problem?.severity).toBe('warning');
  });

  test('does not report a route after middleware that declares next, or all arguments', async () => {
    const store = { get: (_id: string, done: (error?: Error, session?: object) => void) => done() };
    const session: RequestHandler = (req, _res, next) =>
      store.get('id', (error, found) => {
        Object.assign(req, { session: found });
        next(error);
      });
    const wrapped = (...args: [unknown, unknown, NextFunction]): void => args[2]();
    expect(await check((app) => app.use(session, wrapped).get('/a', respond))).toEqual([]);
  });

  test('does not report a path after another method, a narrower pattern or a handler that calls next()', async () => {
    expect(await found((app) => app.post('/a', respond).get('/a', respond))).toEqual([]);
    expect(await found((app) => app.get('/u/:id(\\d+)', respond).get('/u/:name', respond))).toEqual([]);
    expect(await found((app) => app.get('/u/:id', guard).get('/u/me', respond))).toEqual([]);
    expect(await found((app) => app.get('/u{/:id}', respond).get('/u/a/b', respond))).toEqual([]);
  });
});

describe('open-upgrade', () => {
  /** The handlers of a WebSocket route, as `webSocketHandlers()` of @nextpress/websocket marks them. */
  const socket = (): RequestHandler =>
    Object.defineProperty<RequestHandler>(
      (_req, _res, next) => next('route'),
      Symbol.for('nextpress.acceptsUpgrades'),
      { value: true },
    );

  test('reports a page before a WebSocket route for the same path, however it is written', async () => {
    const pages: RequestHandler[] = [
      (_req, res) => void res.sendStatus(401),
      async (_req, _res) => Promise.reject(new Error('no')),
      (...args) => args[2](),
      (_req, _res, next = () => {}) => next(),
    ];
    for (const page of pages) {
      expect(await found((app) => app.get('/chat', page).get('/chat', socket(), socket()))).toEqual([
        'open-upgrade GET /chat',
      ]);
    }
    const rooms = Router().get('/:id', respond);
    expect(await found((app) => app.use('/rooms', rooms).get('/rooms/live', socket()))).toEqual([
      'open-upgrade GET /rooms/:id',
    ]);
    expect(await found((app) => app.get(/^\/chat/, respond).get('/chat', socket()))).toEqual([
      'open-upgrade GET /^\\/chat/',
    ]);
  });

  test('does not report a page where a guard can refuse the upgrade, or which comes later', async () => {
    expect(await found((app) => app.get('/chat', guard, respond).get('/chat', socket()))).toEqual([]);
    expect(await found((app) => app.get('/chat', respond).get('/chat', socket(), guard, socket()))).toEqual(
      [],
    );
    expect(await found((app) => app.get('/chat', socket()).get('/chat', respond))).toEqual([]);
    expect(await found((app) => app.get('/chat', respond).get('/other', socket()))).toEqual([]);
    expect(await found((app) => app.post('/chat', respond).get('/chat', socket()))).toEqual([]);
    expect(await found((app) => app.get('/chat', guard).get('/chat', socket()))).toEqual([]);
  });

  test('is not reported for a handler of every method, which upgrades run', async () => {
    expect(await found((app) => app.all('/chat', respond).get('/chat', socket()))).toEqual([
      'unreachable GET /chat',
    ]);
  });
});

describe('error-handler-too-early', () => {
  test('reports an error handler with nothing before it, or nothing on its paths', async () => {
    expect(await found((app) => app.use(onError).get('/', respond))).toEqual([
      'error-handler-too-early use(onError)',
    ]);
    expect(await found((app) => app.get('/a', respond).use('/b', onError))).toEqual([
      "error-handler-too-early use('/b', onError)",
    ]);
  });

  test('reports an error handler before the handlers of its route', async () => {
    expect(await found((app) => app.get('/', onError as never, respond))).toEqual([
      'error-handler-too-early GET /',
    ]);
  });

  test('does not report an error handler after the handlers it is for', async () => {
    expect(await found((app) => app.get('/a/:id', respond).use('/a', onError).use(onError))).toEqual([]);
    const isSplit = (app: ReturnType<typeof createServer>): unknown =>
      app
        .route('/')
        .get(respond)
        .all(onError as never)
        .post(respond);
    expect(await found(isSplit)).toEqual([]);
    expect(await found((app) => app.get(/^\/b\/x$/, respond).use('/b', onError))).toEqual([]);
  });

  test('is an error only where no error can reach the handler', async () => {
    const severityOf = async (register: (app: ReturnType<typeof createServer>) => void): Promise<unknown> =>
      (await check(register)).map(({ severity }) => severity);
    expect(await severityOf((app) => app.get('/', onError as never, respond))).toEqual(['error']);
    expect(await severityOf((app) => app.use('/r', Router().use(onError).get('/', respond)))).toEqual([
      'error',
    ]);
    // It gets the errors of malformed request targets.
    expect(await severityOf((app) => app.use(onError).get('/', respond))).toEqual(['warning']);
    // They meet at /acme/admin, which is not a sample.
    expect(await severityOf((app) => app.get('/acme/:page', respond).use('/:tenant/admin', onError))).toEqual(
      ['warning'],
    );
  });
});

describe('a list of paths', () => {
  test('is one registration for each path when only one of them is unreachable', async () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.use(['/q', '/z'], Router().get('/one', respond).get('/two', respond)).get('/z/one', respond);
    expect(await check(register)).toMatchObject([
      {
        subject: 'GET /z/one',
        causes: [{ text: 'GET /z/one matches the same requests and does not call next()' }],
      },
    ]);
    expect(await found((app) => app.get('/b', respond).get([/^\/a$/, '/b'], respond))).toEqual([
      'unreachable GET /b',
    ]);
  });

  test('names the prefix whose requests an earlier handler takes', async () => {
    const isOpen = (app: ReturnType<typeof createServer>): unknown =>
      app.get('/z/x', respond).use(['/q', '/z'], guard).get('/q/x', respond);
    expect(await found(isOpen)).toEqual(["guard-too-late use('/z', guard)"]);
    expect(
      await found((app) => app.use(['/q', '/z'], Router().get('/one', respond)).use('/z/one', guard)),
    ).toEqual(["guard-too-late use('/z/one', guard)"]);
  });

  test('is scoped when the same call registers what it guards', async () => {
    expect(
      await foundWithPlaces((app) =>
        app.get('/q/login', respond).use(['/q', '/z'], guard, Router().get('/x', respond)),
      ),
    ).toEqual([]);
  });
});

describe('root-in-list', () => {
  test('reports a function of use with the path / in a list', async () => {
    expect(await found((app) => app.use(['/', '/api'], guard).get('/x', respond))).toEqual([
      "root-in-list use('/', guard)",
    ]);
    const router = Router().use(['/', '/x'], guard);
    expect(await found((app) => app.use('/api', router))).toEqual(["root-in-list use('/api', guard)"]);
    const [problem] = await check((app) => app.use(['/', '/api'], guard));
    expect(problem?.message).toBe('runs only for the path /');
  });

  test('does not report the path alone, and other lists', async () => {
    const router = Router().use('/', guard);
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.use(guard).use('/', guard).use(['/a', '/b'], router).use([/^\/c/, '/:d'], guard);
    expect(await found(register)).toEqual([]);
    expect(await found((app) => app.get(['/', '/a'], respond))).toEqual([]);
  });
});

describe('guard-too-late', () => {
  test('reports a guard after the file server whose files it guards', async () => {
    expect(await found((app) => app.use(serveStatic('.')).use('/admin', guard))).toEqual([
      "guard-too-late use('/admin', guard)",
    ]);
  });

  test('reports a guard with nothing to guard after it', async () => {
    expect(await found((app) => app.get('/admin/x', respond).use('/admin', guard))).toEqual([
      "guard-too-late use('/admin', guard)",
    ]);
  });

  test('is guard-partly-late if the guard has something to guard after it', async () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.get('/admin/login', respond).use('/admin', guard).get('/admin/x', respond);
    expect(await found(register)).toEqual(["guard-partly-late use('/admin', guard)"]);
    expect(
      await found((app) => app.use(serveStatic('.')).use('/admin', guard).get('/admin/x', respond)),
    ).toEqual(["guard-partly-late use('/admin', guard)"]);
  });

  test('does not report a guard of a router, or of what the same call registers', async () => {
    const isOpen = (app: ReturnType<typeof createServer>): ReturnType<typeof createServer> =>
      app.use(serveStatic('.')).get('/admin/login', respond);
    const router = Router().use(guard).get('/x', respond);
    expect(await found((app) => isOpen(app).use('/admin', router))).toEqual([]);

    expect(
      await foundWithPlaces((app) => isOpen(app).use('/admin', guard, Router().get('/x', respond))),
    ).toEqual([]);
  });

  test('treats each guard of a loop by itself', async () => {
    const register = (app: ReturnType<typeof createServer>): void => {
      app.get('/admin/login', respond);
      for (const path of ['/admin', '/api']) app.use(path, guard);
      app.get('/admin/x', respond);
    };
    expect(await foundWithPlaces(register)).toEqual(["guard-partly-late use('/admin', guard)"]);
  });

  test('does not report a guard before what it guards, or a fallback that responds', async () => {
    expect(await found((app) => app.use('/admin', guard).use(serveStatic('.')))).toEqual([]);
    expect(await found((app) => app.get('/api/x', respond).use('/api', respond))).toEqual([]);
  });
});

test('differs-from-express reports a path with characters that clients percent-encode', async () => {
  expect(await found((app) => app.get('/é', respond))).toEqual(['differs-from-express GET /é']);
  expect(await found((app) => app.get(['/a', '/b'], respond).get(/^\/ä/, respond))).toEqual([]);
});

describe('parser-too-late', () => {
  const read = (req: { body: unknown }, res: { json(value: unknown): unknown }): unknown =>
    res.json(req.body);

  test('reports a body parser after a route that reads req.body', async () => {
    const expected = ['parser-too-late use(jsonBody)'];
    expect(await found((app) => app.post('/', read).use(jsonBody()).post('/later', read))).toEqual(expected);
    const readsPart = ({ body }: { body: unknown }, res: { json(value: unknown): unknown }): unknown =>
      res.json(body);
    expect(await found((app) => app.post('/', readsPart as never).use(jsonBody()))).toEqual(expected);
    expect(await found((app) => app.post('/', read).use(json()))).toEqual([
      'parser-too-late use(jsonParser)',
    ]);
  });

  test('does not report it after other routes, or a second one', async () => {
    expect(await found((app) => app.get('/', respond).use(jsonBody()).post('/', read))).toEqual([]);
    expect(await found((app) => app.post('/', jsonBody(), read).use(jsonBody()))).toEqual([]);
    expect(await found((app) => app.use('/a', jsonBody()).post('/a', read).use(jsonBody()))).toEqual([]);
    expect(await found((app) => app.post('/a', read).use('/b', jsonBody()))).toEqual([]);
  });
});

describe('cors-too-late', () => {
  test('reports cors() after routes', async () => {
    expect(await found((app) => app.get('/', respond).use(cors()))).toEqual(['cors-too-late use(cors)']);
    expect(await found((app) => app.use(cors()).get('/', respond))).toEqual([]);
    expect(await found((app) => app.get('/', guard).use(cors()).use(respond))).toEqual([]);
  });
});

describe('error-handler-without-next', () => {
  test('reports a function (error, req, res)', async () => {
    const onFailure = (err: unknown, _req: unknown, res: { send(value: unknown): unknown }): unknown =>
      res.send(err);
    expect(await found((app) => app.get('/', respond).use(onFailure as never))).toEqual([
      'error-handler-without-next use(onFailure)',
    ]);
    expect(await found((app) => app.use(guard).get('/', respond).use(onError))).toEqual([]);
  });
});

describe('returned-value', () => {
  const register = (app: { get(path: string, ...handlers: unknown[]): unknown }): void => {
    app.get('/value', () => 'value');
    app.get('/async', async (req: { params: unknown }) => ({ params: req.params }));
    app.get('/all', (...args: { send(value: unknown): unknown }[]) => args[1]?.send(1));
    app.get('/res', respond);
    app.get('/req', (req: { res: { send(value: unknown): unknown } }) => req.res.send(1));
  };

  test('reports handlers of Express that do not take the response', async () => {
    const app = express();
    register(app as never);
    const { problems } = await checkApplication(app as unknown as RoutedApplication);
    expect(problems.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      'returned-value GET /value',
      'returned-value GET /async',
    ]);
  });

  test('does not report them in createServer(), which sends what they return', async () => {
    expect(await found((app) => register(app as never))).toEqual([]);
  });
});
