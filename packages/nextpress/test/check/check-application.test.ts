import { createServer, type NextFunction, type RequestHandler, Router, type Scope } from '@nextpress/server';
import { serveStatic } from '@nextpress/static';
import { describe, expect, test } from 'vitest';
import { checkApplication, type OutlinedApplication } from '../../src/check/check-application.ts';
import type { Problem } from '../../src/check/problem.ts';

const respond = (_req: unknown, res: { json(value: unknown): unknown }): unknown => res.json(1);
function guard(_req: unknown, _res: unknown, next: NextFunction): void {
  next();
}
function onError(_error: unknown, _req: unknown, _res: unknown, next: NextFunction): void {
  next();
}

function check(register: (app: ReturnType<typeof createServer>) => void): readonly Problem[] {
  const app = createServer();
  register(app);
  return checkApplication(app as unknown as OutlinedApplication).problems;
}

/** The problems of an application, as `code subject`. */
function found(register: (app: ReturnType<typeof createServer>) => void): string[] {
  return check(register).map(({ code, subject }) => `${code} ${subject}`);
}

/** The same, while places of registration are recorded. */
function foundWithPlaces(register: (app: ReturnType<typeof createServer>) => void): string[] {
  const notePlaces = Symbol.for('nextpress.notePlaces');
  Object.assign(globalThis, { [notePlaces]: true });
  try {
    return found(register);
  } finally {
    Reflect.deleteProperty(globalThis, notePlaces);
  }
}

describe('unreachable', () => {
  test('reports a path registered after a pattern that matches it', () => {
    expect(found((app) => app.get('/users/:id', respond).get('/users/me', respond))).toEqual([
      'unreachable GET /users/me',
    ]);
  });

  test('reports all but error handlers after middleware that responds to everything', () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.use(respond).get('/x', respond).use(guard).use(onError);
    expect(found(register)).toEqual(['unreachable GET /x', 'unreachable use(guard)']);
  });

  test('reports a route of a mounted router after a route of the application', () => {
    const api = Router().get('/things/7', respond);
    expect(found((app) => app.all('/api/*rest', respond).use('/api', api))).toEqual([
      'unreachable GET /api/things/7',
    ]);
  });

  test('is a warning, because it depends on the source text of a handler', () => {
    const [problem] = check((app) => app.get('/users/:id', respond).get('/users/me', respond));
    expect(problem?.severity).toBe('warning');
  });

  test('does not report a route after middleware that passes an optional error to next', () => {
    const store = { get: (_id: string, done: (error?: Error, session?: object) => void) => done() };
    const session: RequestHandler = (req, _res, next) =>
      store.get('id', (error, found) => {
        Object.assign(req, { session: found });
        next(error);
      });
    expect(check((app) => app.use(session).get('/a', respond))).toEqual([]);
  });

  test('does not report a path after another method, a narrower pattern or a handler that calls next()', () => {
    expect(found((app) => app.post('/a', respond).get('/a', respond))).toEqual([]);
    expect(found((app) => app.get('/u/:id(\\d+)', respond).get('/u/:name', respond))).toEqual([]);
    expect(found((app) => app.get('/u/:id', guard).get('/u/me', respond))).toEqual([]);
    expect(found((app) => app.get('/u{/:id}', respond).get('/u/a/b', respond))).toEqual([]);
  });
});

describe('error-handler-too-early', () => {
  test('reports an error handler with nothing before it, or nothing on its paths', () => {
    expect(found((app) => app.use(onError).get('/', respond))).toEqual([
      'error-handler-too-early use(onError)',
    ]);
    expect(found((app) => app.get('/a', respond).use('/b', onError))).toEqual([
      "error-handler-too-early use('/b', onError)",
    ]);
  });

  test('reports an error handler before the handlers of its route', () => {
    expect(found((app) => app.get('/', onError as never, respond))).toEqual([
      'error-handler-too-early GET /',
    ]);
  });

  test('does not report an error handler after the handlers it is for', () => {
    expect(found((app) => app.get('/a/:id', respond).use('/a', onError).use(onError))).toEqual([]);
    const isSplit = (app: ReturnType<typeof createServer>): unknown =>
      app
        .route('/')
        .get(respond)
        .all(onError as never)
        .post(respond);
    expect(found(isSplit)).toEqual([]);
    expect(found((app) => app.get(/^\/b\/x$/, respond).use('/b', onError))).toEqual([]);
  });

  test('is an error only where no error can reach the handler', () => {
    const severityOf = (register: (app: ReturnType<typeof createServer>) => void): unknown =>
      check(register).map(({ severity }) => severity);
    expect(severityOf((app) => app.get('/', onError as never, respond))).toEqual(['error']);
    expect(severityOf((app) => app.use('/r', Router().use(onError).get('/', respond)))).toEqual(['error']);
    // It gets the errors of malformed request targets.
    expect(severityOf((app) => app.use(onError).get('/', respond))).toEqual(['warning']);
    // They meet at /acme/admin, which is no sample.
    expect(severityOf((app) => app.get('/acme/:page', respond).use('/:tenant/admin', onError))).toEqual([
      'warning',
    ]);
  });
});

describe('a list of paths', () => {
  test('is one registration for each path when only one of them is unreachable', () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.use(['/q', '/z'], Router().get('/one', respond).get('/two', respond)).get('/z/one', respond);
    expect(check(register)).toMatchObject([
      {
        subject: 'GET /z/one',
        causes: [{ text: 'GET /z/one matches the same requests and does not call next()' }],
      },
    ]);
    expect(found((app) => app.get('/b', respond).get([/^\/a$/, '/b'], respond))).toEqual([
      'unreachable GET /b',
    ]);
  });

  test('names the prefix whose requests an earlier handler takes', () => {
    const isOpen = (app: ReturnType<typeof createServer>): unknown =>
      app.get('/z/x', respond).use(['/q', '/z'], guard).get('/q/x', respond);
    expect(found(isOpen)).toEqual(["guard-too-late use('/z', guard)"]);
    expect(found((app) => app.use(['/q', '/z'], Router().get('/one', respond)).use('/z/one', guard))).toEqual(
      ["guard-too-late use('/z/one', guard)"],
    );
  });

  test('is scoped when the same call registers what it guards', () => {
    expect(
      foundWithPlaces((app) =>
        app.get('/q/login', respond).use(['/q', '/z'], guard, Router().get('/x', respond)),
      ),
    ).toEqual([]);
  });
});

describe('file-server-idle', () => {
  const plugin =
    (register: (scope: Scope) => void) =>
    (app: ReturnType<typeof createServer>): unknown =>
      app.register((scope) => register(scope));

  test('reports a file server without a path in a plugin without a prefix', () => {
    expect(found(plugin((scope) => scope.use(serveStatic('.'))))).toEqual([
      'file-server-idle use(serveStatic)',
    ]);
    expect(found(plugin((scope) => scope.use(serveStatic('.')).get('/x', respond)))).toEqual([
      'file-server-idle use(serveStatic)',
    ]);
  });

  test('does not report a file server that serves paths without a route', () => {
    expect(found((app) => app.use(serveStatic('.')))).toEqual([]);
    expect(found(plugin((scope) => scope.use('/', serveStatic('.'))))).toEqual([]);
    expect(found(plugin((scope) => scope.use('/files', serveStatic('.'))))).toEqual([]);
    expect(found(plugin((scope) => scope.use('/x', guard).use(serveStatic('.'))))).toEqual([]);
    const isPrefixed = (app: ReturnType<typeof createServer>): unknown =>
      app.register((scope) => scope.use(serveStatic('.')), { prefix: '/p' });
    expect(found(isPrefixed)).toEqual([]);
  });
});

describe('guard-too-late', () => {
  test('reports a guard after the file server whose files it guards', () => {
    expect(found((app) => app.use(serveStatic('.')).use('/admin', guard))).toEqual([
      "guard-too-late use('/admin', guard)",
    ]);
  });

  test('reports a guard with nothing to guard after it', () => {
    expect(found((app) => app.get('/admin/x', respond).use('/admin', guard))).toEqual([
      "guard-too-late use('/admin', guard)",
    ]);
  });

  test('is guard-partly-late if the guard has something to guard after it', () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.get('/admin/login', respond).use('/admin', guard).get('/admin/x', respond);
    expect(found(register)).toEqual(["guard-partly-late use('/admin', guard)"]);
    expect(found((app) => app.use(serveStatic('.')).use('/admin', guard).get('/admin/x', respond))).toEqual([
      "guard-partly-late use('/admin', guard)",
    ]);
  });

  test('does not report a guard of a router, or of what the same call registers', () => {
    const isOpen = (app: ReturnType<typeof createServer>): ReturnType<typeof createServer> =>
      app.use(serveStatic('.')).get('/admin/login', respond);
    const router = Router().use(guard).get('/x', respond);
    expect(found((app) => isOpen(app).use('/admin', router))).toEqual([]);

    expect(foundWithPlaces((app) => isOpen(app).use('/admin', guard, Router().get('/x', respond)))).toEqual(
      [],
    );
  });

  test('treats each guard of a loop by itself', () => {
    const register = (app: ReturnType<typeof createServer>): void => {
      app.get('/admin/login', respond);
      for (const path of ['/admin', '/api']) app.use(path, guard);
      app.get('/admin/x', respond);
    };
    expect(foundWithPlaces(register)).toEqual(["guard-partly-late use('/admin', guard)"]);
  });

  test('does not report a guard before what it guards, or a fallback that responds', () => {
    expect(found((app) => app.use('/admin', guard).use(serveStatic('.')))).toEqual([]);
    expect(found((app) => app.get('/api/x', respond).use('/api', respond))).toEqual([]);
  });
});

test('differs-from-express reports a path with characters that clients percent-encode', () => {
  expect(found((app) => app.get('/é', respond))).toEqual(['differs-from-express GET /é']);
  expect(found((app) => app.get(['/a', '/b'], respond).get(/^\/ä/, respond))).toEqual([]);
});
