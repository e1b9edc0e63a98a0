import { createServer, type NextFunction, Router } from '@nextpress/server';
import { serveStatic } from '@nextpress/static';
import { describe, expect, test } from 'vitest';
import { checkApplication, type OutlinedApplication } from '../../src/check/check-application.ts';

const answer = (_req: unknown, res: { json(value: unknown): unknown }): unknown => res.json(1);
function guard(_req: unknown, _res: unknown, next: NextFunction): void {
  next();
}
function onError(_error: unknown, _req: unknown, _res: unknown, next: NextFunction): void {
  next();
}

/** What the check says of an application, as `code subject`. */
function found(register: (app: ReturnType<typeof createServer>) => void): string[] {
  const app = createServer();
  register(app);
  const { problems } = checkApplication(app as unknown as OutlinedApplication);
  return problems.map(({ code, subject }) => `${code} ${subject}`);
}

/** The same, of one that remembers where it was told. */
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
  test('a path behind a pattern that answers it', () => {
    expect(found((app) => app.get('/users/:id', answer).get('/users/me', answer))).toEqual([
      'unreachable GET /users/me',
    ]);
  });

  test('everything behind middleware that answers everything, but error handlers', () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.use(answer).get('/x', answer).use(guard).use(onError);
    expect(found(register)).toEqual(['unreachable GET /x', 'unreachable use(guard)']);
  });

  test('a route of a mounted router behind a route of the application', () => {
    const api = Router().get('/things/7', answer);
    expect(found((app) => app.all('/api/*rest', answer).use('/api', api))).toEqual([
      'unreachable GET /api/things/7',
    ]);
  });

  test('not a path that is answered for another method, by a narrower pattern, or passed on', () => {
    expect(found((app) => app.post('/a', answer).get('/a', answer))).toEqual([]);
    expect(found((app) => app.get('/u/:id(\\d+)', answer).get('/u/:name', answer))).toEqual([]);
    expect(found((app) => app.get('/u/:id', guard).get('/u/me', answer))).toEqual([]);
    expect(found((app) => app.get('/u{/:id}', answer).get('/u/a/b', answer))).toEqual([]);
  });
});

describe('error-handler-too-early', () => {
  test('an error handler with nothing before it, or nothing on its paths', () => {
    expect(found((app) => app.use(onError).get('/', answer))).toEqual([
      'error-handler-too-early use(onError)',
    ]);
    expect(found((app) => app.get('/a', answer).use('/b', onError))).toEqual([
      "error-handler-too-early use('/b', onError)",
    ]);
  });

  test('an error handler before the handlers of its route', () => {
    expect(found((app) => app.get('/', onError as never, answer))).toEqual(['error-handler-too-early GET /']);
  });

  test('not one behind what it serves', () => {
    expect(found((app) => app.get('/a/:id', answer).use('/a', onError).use(onError))).toEqual([]);
  });
});

describe('guard-too-late', () => {
  test('a guard behind the file server whose files it is to guard', () => {
    expect(found((app) => app.use(serveStatic('.')).use('/admin', guard))).toEqual([
      "guard-too-late use('/admin', guard)",
    ]);
  });

  test('a guard with nothing but what stands before it', () => {
    expect(found((app) => app.get('/admin/x', answer).use('/admin', guard))).toEqual([
      "guard-too-late use('/admin', guard)",
    ]);
  });

  test('is a warning where it guards something behind it', () => {
    const register = (app: ReturnType<typeof createServer>): unknown =>
      app.get('/admin/login', answer).use('/admin', guard).get('/admin/x', answer);
    expect(found(register)).toEqual(["guard-partly-late use('/admin', guard)"]);
    expect(found((app) => app.use(serveStatic('.')).use('/admin', guard).get('/admin/x', answer))).toEqual([
      "guard-partly-late use('/admin', guard)",
    ]);
  });

  test('not a guard of a router, nor of what the same call registers', () => {
    const isOpen = (app: ReturnType<typeof createServer>): ReturnType<typeof createServer> =>
      app.use(serveStatic('.')).get('/admin/login', answer);
    const router = Router().use(guard).get('/x', answer);
    expect(found((app) => isOpen(app).use('/admin', router))).toEqual([]);

    expect(foundWithPlaces((app) => isOpen(app).use('/admin', guard, Router().get('/x', answer)))).toEqual(
      [],
    );
  });

  test('each guard of a loop by itself', () => {
    const register = (app: ReturnType<typeof createServer>): void => {
      app.get('/admin/login', answer);
      for (const path of ['/admin', '/api']) app.use(path, guard);
      app.get('/admin/x', answer);
    };
    expect(foundWithPlaces(register)).toEqual(["guard-partly-late use('/admin', guard)"]);
  });

  test('not a guard before what it guards, nor a fallback that answers', () => {
    expect(found((app) => app.use('/admin', guard).use(serveStatic('.')))).toEqual([]);
    expect(found((app) => app.get('/api/x', answer).use('/api', answer))).toEqual([]);
  });
});

test('differs-from-express: a path with characters that targets have escaped', () => {
  expect(found((app) => app.get('/é', answer))).toEqual(['differs-from-express GET /é']);
  expect(found((app) => app.get(['/a', '/b'], answer).get(/^\/ä/, answer))).toEqual([]);
});
