import { describe, expect, test } from 'vitest';
import { createServer, type RequestHandler, Router, type RouteTable } from '../src/index.ts';

const ROUTES = Symbol.for('nextpress.routes');
const NOTE_PLACES = Symbol.for('nextpress.notePlaces');
const ok: RequestHandler = (_req, res) => res.json('ok');

function tableOf(app: object): RouteTable {
  return (app as Record<symbol, () => RouteTable>)[ROUTES as never]?.call(app) as RouteTable;
}

/** The calls that have registered routes, with their full paths. */
function registrationsOf(app: object): unknown[] {
  return tableOf(app).flatMap(({ path, registrations }) =>
    registrations.map(({ methods, options }) => ({ methods, path, options })),
  );
}

describe('the table of routes', () => {
  test('has each registration with its full path and options, in order', () => {
    const users = Router();
    const documented = { openapi: { summary: 'A user' } };
    users.route('/:id').get(documented, ok).put(ok);
    const app = createServer();
    app.get('/', ok);
    app.use('/api', Router().use('/users', users));
    app.all(['/any', /^\/v\d$/], ok);
    expect(registrationsOf(app)).toEqual([
      { methods: ['GET'], path: '/', options: {} },
      { methods: ['GET'], path: '/api/users/:id', options: documented },
      { methods: ['PUT'], path: '/api/users/:id', options: {} },
      { methods: ['*'], path: ['/any', /^\/v\d$/], options: {} },
    ]);
    expect(tableOf(users).map(({ path }) => path)).toEqual(['/:id']);
  });

  test('has middleware, error handlers and mounts, each mount before its content', () => {
    const inner = Router();
    inner.get('/:id', ok);
    const app = createServer();
    app.use(function log(_req, _res, next) {
      next();
    });
    app.use('/pets', inner);
    app.use('/mounted', createServer().get('/inside', ok));
    app.route('/both').get(ok).post(ok.bind(undefined));
    app.use((error: unknown, _req: unknown, _res: unknown, next: (error: unknown) => void) => next(error));

    const table = tableOf(app);
    expect(
      table.map((row) => [row.kind, row.path, row.groups().map(({ methods }) => methods.join())]),
    ).toEqual([
      ['middleware', '/', ['']],
      ['router', '/pets', ['']],
      ['route', '/pets/:id', ['GET,HEAD']],
      ['application', '/mounted', ['']],
      ['route', '/mounted/inside', ['GET,HEAD']],
      ['route', '/both', ['GET,HEAD', 'POST']],
      ['error handler', '/', ['']],
    ]);
    expect(table[0]?.groups()[0]?.handlers[0]?.name).toBe('log');
    expect(table[2]?.mounts).toEqual([table[1]]);
    expect(table[1]?.rest('/pets/7')).toBe('/7');
    expect(table[2]?.rest('/pets/7')).toBeDefined();
    expect(table[2]?.rest('/7')).toBeUndefined();
  });

  test('has the number of handlers before validation for each group of methods', () => {
    const app = createServer();
    app.addHook('onRoute', ({ options, addValidation }) => {
      if (options.schema !== undefined) addValidation(ok, ['body', 'response']);
    });
    const validated = { schema: { body: {} } };
    app.use(ok).get('/a', ok).post('/b', validated, ok, ok).post('/c', ok, validated, ok);
    app.route('/d').all(ok).get(ok).post(ok, validated, ok).put({ openapi: {} }, ok);
    const counts = tableOf(app).map((row) => row.groups().map((group) => group.beforeValidation));
    expect(counts).toEqual([[undefined], [undefined], [0], [1], expect.arrayContaining([2, undefined])]);
    const unmounted = Router().post('/', ok, validated, ok);
    expect(tableOf(unmounted)[0]?.groups()[0]?.beforeValidation).toBe(1);
  });

  test('divides the paths of lists', () => {
    const app = createServer().use(['/a', '/b'], Router().get(['/c', '/:d'], ok));
    const paths = tableOf(app)[1]?.paths() ?? [];
    expect(paths.map(({ path }) => path)).toEqual(['/a/c', '/a/:d', '/b/c', '/b/:d']);
    expect(paths.map((each) => each.rest('/b/c') !== undefined)).toEqual([false, false, true, true]);
    expect(paths.map((each) => each.samplePaths()[0])).toEqual(['/a/c', '/a/sample', '/b/c', '/b/sample']);
  });

  test('has the content of routers that are mounted in each other once', () => {
    const one = Router().get('/one', ok);
    const other = Router().get('/other', ok).use('/one', one);
    one.use('/other', other);
    expect(tableOf(one).map(({ path }) => path)).toEqual(['/one', '/other', '/other/other', '/other/one']);
    expect(tableOf(other).map(({ path }) => path)).toEqual(['/other', '/one', '/one/one', '/one/other']);
  });

  test('is the same list until something changes', async () => {
    const inner = Router();
    const app = createServer().use('/inner', inner);
    let last = tableOf(app);
    const expectChange = (isChanged: boolean): void => {
      const table = tableOf(app);
      expect(table !== last).toBe(isChanged);
      last = table;
    };
    expectChange(false);
    const route = inner.route('/a').get(ok);
    expectChange(true);
    route.post(ok);
    expectChange(true);
    const [layer] = route.stack;
    if (layer !== undefined) layer.handle = ok.bind(undefined);
    expectChange(true);
    route.stack = [];
    expectChange(true);
    app.register(async (scope) => {
      await Promise.resolve();
      scope.get('/late', ok);
    });
    expectChange(true);
    await app.ready();
    expectChange(true);
    app.router.stack.pop();
    expectChange(true);
    app.setErrorHandler((_error, _req, res, _next) => res.end());
    expectChange(true);
    expectChange(false);
  });

  test('has the place of a registration only when a tool asks for it', () => {
    const app = createServer();
    app.get('/before', ok);
    Object.assign(globalThis, { [NOTE_PLACES]: true });
    try {
      app.get('/asked', ok);
    } finally {
      Reflect.deleteProperty(globalThis, NOTE_PLACES);
    }
    expect(tableOf(app).map(({ registeredAt }) => registeredAt)).toEqual([
      undefined,
      expect.stringMatching(/route-table\.test\.ts:\d+:\d+$/),
    ]);
  });
});
