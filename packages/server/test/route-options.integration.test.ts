import { tracingChannel } from 'node:diagnostics_channel';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createExpressApplication, Router as ExpressRouter, Router4 } from '../src/express.ts';
import {
  type Application,
  createServer,
  type ErrorHandler,
  type RegisteredRoute,
  type RequestHandler,
  Route,
  type RouteOptions,
  Router,
  type RouteTable,
} from '../src/index.ts';
import { routerOf } from './scopes/application-kinds.ts';

const ok: RequestHandler = (_req, res) => res.json('ok');
const respondWithMessage: ErrorHandler = (error, _req, res, _next) =>
  res.status(500).json((error as Error).message);

/** Stands for a Standard Schema. */
const SCHEMA = { '~standard': { version: 1 } };
const BODY = { schema: { body: SCHEMA } };
const PARTS = ['params', 'query', 'headers', 'body'] as const;

function tableOf(app: object): RouteTable | undefined {
  return (app as { [key: symbol]: () => RouteTable })[Symbol.for('nextpress.routes')]?.();
}

/** Options of any kind, such as invalid ones. */
const given = (options: unknown): never => options as never;

/** Records the routes and checks those that have a schema: a request needs the header `valid`. */
function validator(seen: RegisteredRoute[] = []): (route: RegisteredRoute) => void {
  return (route) => {
    seen.push(route);
    if (route.options.schema !== undefined) {
      route.addValidation((req, res, next) => {
        if (req.headers.valid === undefined) res.status(400).json('invalid');
        else next();
      }, PARTS);
    }
  };
}

const routesOf = (seen: readonly RegisteredRoute[]): string[] =>
  seen.map(({ methods, path }) => `${methods.join()} ${String(path)}`);

describe.each([
  ['createServer()', () => createServer(), Router],
  ['nextpress/express', () => createExpressApplication(), ExpressRouter],
  ['Express 4', () => createExpressApplication(4), Router4],
] as const)('an onRoute hook of %s', (_name, create, createRouter) => {
  test('sees each registration after it once, with its full path and options', () => {
    const seen: RegisteredRoute[] = [];
    const app = create();
    app.get('/before', ok);
    app.addHook('onRoute', validator(seen));
    app.post('/payments', given(BODY), ok, ok);
    app.all('/any', ok);
    app.route('/both').get(ok).put(given(BODY), ok).all(ok);
    app.get('name', ok);
    app.set('name', 1).get('name');
    expect(routesOf(seen)).toEqual([
      'POST /payments',
      '* /any',
      'GET /both',
      'PUT /both',
      '* /both',
      'GET name',
    ]);
    expect(seen.map(({ options }) => options)).toEqual([BODY, {}, {}, BODY, {}, {}]);
    expect(seen[0]?.options).toBe(BODY);
  });

  test('sees the routes of routers when they are mounted, nested ones and later ones included', () => {
    const seen: RegisteredRoute[] = [];
    const [outer, inner] = [createRouter(), createRouter()];
    outer.get('/a', ok).use('/inner/', inner);
    inner.get('/', ok);
    const app = create();
    app.addHook('onRoute', validator(seen));
    expect(seen).toEqual([]);
    app.use('/api', outer);
    inner.get('/:id', given(BODY), ok);
    outer.use(['/x', /y/], createRouter().get(['/b', '/c'], ok));
    expect(routesOf(seen)).toEqual([
      'GET /api/a',
      'GET /api/inner',
      'GET /api/inner/:id',
      'GET /api/x/b,/api/x/c,/y/,/y/',
    ]);
  });

  test('does not see the routes of mounted applications, which have their own hooks', () => {
    const [seen, seenInside]: RegisteredRoute[][] = [[], []];
    const app = create();
    app.addHook('onRoute', validator(seen));
    const inner = create();
    inner.addHook('onRoute', validator(seenInside));
    inner.get('/a', ok);
    app.use('/inner', inner);
    app.use('/router', routerOf(inner), createRouter().use(inner));
    inner.get('/b', ok);
    expect([seen, seenInside].map((routes) => routesOf(routes ?? []))).toEqual([[], ['GET /a', 'GET /b']]);
  });

  test('is removed when the application is reset', () => {
    const seen: RegisteredRoute[] = [];
    const app = create();
    app.addHook('onRoute', validator(seen));
    app.init();
    app.get('/a', ok);
    expect(seen).toEqual([]);
  });

  test('terminates when routers are mounted in each other', () => {
    const seen: RegisteredRoute[] = [];
    const [one, other] = [createRouter(), createRouter()];
    one.use('/a', other);
    other.use('/b', one).get('/c', ok);
    const app = create();
    app.addHook('onRoute', validator(seen));
    app.use(one);
    one.get('/d', ok);
    expect(routesOf(seen)).toEqual(['GET /a/c', 'GET /d']);
  });

  test('adds validations that run before the handlers of its registration', async () => {
    const app = create();
    app.addHook('onRoute', validator());
    app.param('id', (_req, res, next) => {
      res.setHeader('param', 'ran');
      next();
    });
    app
      .route('/users/:id')
      .all((_req, res, next) => {
        res.setHeader('all', 'ran');
        next();
      })
      .post(given(BODY), ok)
      .get(ok);
    app.all('/any', given(BODY), ok);
    const refused = await request(app).post('/users/7');
    expect([refused.status, refused.headers.all, refused.headers.param]).toEqual([400, 'ran', 'ran']);
    expect((await request(app).post('/users/7').set('valid', '1')).status).toBe(200);
    expect((await request(app).get('/users/7')).status).toBe(200);
    for (const method of ['get', 'put', 'delete'] as const) {
      expect((await request(app)[method]('/any')).status).toBe(400);
      expect((await request(app)[method]('/any').set('valid', '1')).status).toBe(200);
    }
  });

  test('replaces the validations of outer scopes for the same parts, and keeps others', async () => {
    const app = create();
    const add = (name: string, parts: readonly ('query' | 'body')[]) => (route: RegisteredRoute) =>
      route.addValidation((_req, res, next) => {
        res.append('ran', name);
        next();
      }, parts);
    app.addHook('onRoute', add('outer', ['body', 'query'])).addHook('onRoute', add('guard', []));
    app.register((scope) => {
      scope.addHook('onRoute', add('inner', ['body']));
      scope.post('/inner', given(BODY), ok);
      expect(() => scope.post('/query', given({ schema: { query: SCHEMA } }), ok)).toThrow(
        'Missing validator',
      );
    });
    app.post('/outer', given(BODY), ok);
    expect((await request(app).post('/inner')).headers.ran).toBe('guard, inner');
    expect((await request(app).post('/outer')).headers.ran).toBe('outer, guard');
  });

  test('may fail a registration, whose handlers are then not added', async () => {
    const app = create();
    const refuse = ({ path }: RegisteredRoute): never => {
      throw new Error(`refused ${String(path)}`);
    };
    app.addHook('onRoute', refuse);
    expect(() => app.get('/a', ok)).toThrow('refused /a');
    expect(() => app.all('/b', ok)).toThrow('refused /b');
    expect(() => app.use(createRouter().get('/c', ok))).toThrow('refused /c');
    for (const path of ['/a', '/b', '/c']) expect((await request(app).get(path)).status).toBe(404);
  });

  test('lets a router of a module be mounted in several applications, and validates it once', async () => {
    const router = createRouter().post('/', given(BODY), (_req, res) => res.json(res.get('validated')));
    const mountIn = (name: string): { app: Application; seen: RegisteredRoute[] } => {
      const seen: RegisteredRoute[] = [];
      const app = create();
      app.addHook('onRoute', (route) => {
        seen.push(route);
        route.addValidation((_req, res, next) => {
          res.setHeader('validated', `${res.getHeader('validated') ?? 'by '}${name}`);
          next();
        }, PARTS);
      });
      app.use('/payments', router);
      return { app, seen };
    };
    const [first, second] = [mountIn('a'), mountIn('b')];
    expect(first.seen[0]?.isValidated).toBe(false);
    expect(second.seen[0]?.isValidated).toBe(true);
    for (const { app, seen } of [first, second]) {
      expect(routesOf(seen)).toEqual(['POST /payments']);
      expect((await request(app).post('/payments')).body).toBe('by a');
    }
    router.get('/late', ok);
    for (const { seen } of [first, second]) expect(routesOf(seen)[1]).toBe('GET /payments/late');
  });

  test('adds a validation to a router that has already served requests', async () => {
    const router = createRouter().post('/', given({ openapi: {} }), ok);
    const plain = create();
    plain.use(router);
    expect((await request(plain).post('/')).status).toBe(200);
    const app = create();
    app.addHook('onRoute', (route) => route.addValidation((_req, res) => res.json('validated')));
    app.use(router);
    expect((await request(app).post('/')).body).toBe('validated');
  });

  test('runs the validation of a route whose dispatcher instrumentation has replaced', async () => {
    const app = create();
    app.addHook('onRoute', validator());
    app.post('/a', given(BODY), ok);
    const layer = routerOf(app).stack.at(-1);
    const { handle } = layer as { handle: RequestHandler };
    Object.assign(layer as object, {
      handle: ((req, res, next) => handle(req, res, next)) as RequestHandler,
    });
    expect((await request(app).post('/a')).status).toBe(400);
    expect((await request(app).post('/a').set('valid', '1')).status).toBe(200);
  });

  test('must add validations before it returns, and only functions for requests', () => {
    const app = create();
    const seen: RegisteredRoute[] = [];
    app.addHook('onRoute', (route) => seen.push(route));
    app.get('/a', ok);
    expect(() => seen[0]?.addValidation(ok)).toThrow('Late validation of GET /a');
    app.addHook('onRoute', (route) =>
      route.addValidation(((_error: unknown, _req: unknown, _res: unknown, _next: unknown) => {}) as never),
    );
    expect(() => app.get('/a', ok)).toThrow(
      'Invalid validation of GET /a: expected a function (req, res, next), got a function.',
    );
  });

  test('makes the handlers of a validator only when no inner scope replaces it', async () => {
    const app = create();
    const made: string[] = [];
    const addFrom = (name: string, status?: number) => (route: RegisteredRoute) =>
      route.addValidator({
        parts: ['body'],
        status,
        create: () => {
          made.push(name);
          return [(_req, res) => res.json(name)];
        },
      });
    app.addHook('onRoute', addFrom('outer', 400));
    app.register((scope) => {
      scope.addHook('onRoute', addFrom('inner', 422));
      scope.post('/inner', given(BODY), ok);
    });
    app.post('/outer', given(BODY), ok);
    expect((await request(app).post('/inner')).body).toBe('inner');
    expect((await request(app).post('/outer')).body).toBe('outer');
    expect(made).toEqual(['inner', 'outer']);
    expect(
      tableOf(app)?.flatMap(({ registrations }) => registrations.map(({ validation }) => validation?.status)),
    ).toEqual([422, 400]);
  });

  test('adds validations that publish their calls like handlers', async () => {
    const handlers: string[] = [];
    const channel = tracingChannel('express.router.request');
    const subscriber = {
      start: (message: unknown) => handlers.push((message as { handler: { name: string } }).handler.name),
    };
    const app = create();
    app.addHook('onRoute', ({ addValidation }) =>
      addValidation(function check(_req, _res, next) {
        next();
      }, PARTS),
    );
    app.post('/a', given(BODY), function respond(_req, res) {
      res.json('ok');
    });
    channel.subscribe(subscriber as never);
    try {
      expect((await request(app).post('/a')).status).toBe(200);
    } finally {
      channel.unsubscribe(subscriber as never);
    }
    expect(handlers).toEqual(['check', 'respond']);
  });

  test('leaves the stack, listRoutes() and the table of routes without validations', () => {
    const app = create();
    app.addHook('onRoute', validator());
    app.post('/a', given(BODY), ok);
    const route = routerOf(app).stack.at(-1)?.route;
    expect(route?.stack.map(({ handle, method }) => [handle, method])).toEqual([[ok, 'post']]);
    expect(app.listRoutes()).toEqual([{ path: '/a', methods: ['POST'], router: undefined }]);
    expect(tableOf(app)?.map((row) => row.groups().map(({ handlers }) => handlers))).toEqual([[[ok]]]);
  });

  test('throws for other hooks and values', () => {
    expect(() => create().addHook('onStart' as never, ok as never)).toThrow('Invalid hook');
    expect(() => create().addHook('onRoute', 7 as never)).toThrow('Invalid hook of onRoute');
  });
});

describe.each([
  ['createServer()', () => createServer(), Router],
  ['nextpress/express', () => createExpressApplication(), ExpressRouter],
  ['Express 4', () => createExpressApplication(4), Router4],
] as const)('a schema that nothing checks throws in %s', (_name, create, createRouter) => {
  const message = (route: string): string =>
    `Missing validator for ${route}: its schema is not checked until the plugin of @nextpress/validate is registered before the route: app.register(validate())`;

  test.each(['params', 'query', 'headers', 'body'])('for %s', async (part) => {
    const app = create();
    expect(() => app.post('/a', given({ schema: { [part]: SCHEMA } }), ok)).toThrow(message('POST /a'));
    expect((await request(app).post('/a')).status).toBe(404);
  });

  test('in all() and route()', async () => {
    const app = create();
    expect(() => app.all('/a', given(BODY), ok)).toThrow(message('ALL /a'));
    expect(() => app.route('/b').get(ok).put(given(BODY), ok)).toThrow(message('PUT /b'));
    expect((await request(app).get('/b')).status).toBe(200);
    expect((await request(app).get('/a')).status).toBe(404);
  });

  test('when hooks add handlers that check other parts, or none', () => {
    const app = create();
    app.addHook('onRoute', ({ addValidation }) => addValidation(ok));
    app.addHook('onRoute', ({ addValidation }) => addValidation(ok, ['query', 'response']));
    app.get('/a', given({ schema: { query: SCHEMA } }), ok);
    expect(() => app.post('/b', given(BODY), ok)).toThrow(message('POST /b'));
    expect(() => app.post('/c', given({ schema: { body: SCHEMA, query: SCHEMA } }), ok)).toThrow(
      message('POST /c'),
    );
  });

  test('in a router when it is mounted, and later at once', async () => {
    const [outer, inner] = [createRouter(), createRouter()];
    inner.get('/:id', given(BODY), ok);
    outer.use('/inner', inner);
    const app = create();
    expect(() => app.use('/api', outer)).toThrow(message('GET /api/inner/:id'));
    expect((await request(app).get('/api/inner/7')).status).toBe(404);
    const late = createRouter();
    app.use('/late', late);
    expect(() => late.get('/', given(BODY), ok)).toThrow(message('GET /late'));
    expect(() => late.use('/inner', inner)).toThrow(message('GET /late/inner/:id'));
  });

  test('but not for schemas of responses and documentation', async () => {
    const app = create();
    app.get('/a', given({ schema: { response: { 200: SCHEMA } }, openapi: { summary: 'A' } }), ok);
    app.get('/b', given({ schema: { body: undefined } }), ok);
    for (const path of ['/a', '/b']) expect((await request(app).get(path)).status).toBe(200);
  });

  test('when a request reaches a router that is not mounted in an application of this package', async () => {
    const router = createRouter().get('/a', given(BODY), ok).get('/b', ok);
    const app = create();
    app.use((req, res, next) => router(req, res, next));
    app.use(respondWithMessage);
    const { status, body } = await request(app).get('/a');
    expect(status).toBe(500);
    expect(body).toContain('Missing validator for GET /a');
    expect((await request(app).get('/b')).status).toBe(200);
  });

  test('when a route without a router is dispatched', async () => {
    const route = new Route('/a') as Route & { get(...args: unknown[]): unknown };
    route.get(BODY, ok);
    const app = create();
    app.use((req, res, next) => route.dispatch(req, res, next));
    app.use(respondWithMessage);
    const { status, body } = await request(app).get('/a');
    expect([status, body]).toEqual([500, expect.stringContaining('Missing validator for GET /a')]);
  });
});

describe('route options throw for', () => {
  const cases: [name: string, options: unknown, message: string][] = [
    ['an unknown option', { shema: {} }, `Unknown option "shema" of post('/a'): expected schema or openapi`],
    [
      'a hook before the validation',
      { onRequest: ok },
      `Unknown option "onRequest" of post('/a'): pass the function before the options, as in get(path, guard, { schema }, handler)`,
    ],
    [
      'a hook after the validation',
      { preHandler: [ok] },
      `Unknown option "preHandler" of post('/a'): pass the function after the options, as in get(path, { schema }, check, handler)`,
    ],
    [
      'a limit of the body',
      { bodyLimit: 1024 },
      `Unknown option "bodyLimit" of post('/a'): pass a parser, as in post(path, jsonBody({ limit: "1mb" }), { schema }, handler)`,
    ],
    [
      'a schema of the whole route',
      { schema: SCHEMA },
      `Invalid option "schema" of post('/a'): expected an object`,
    ],
    ['null', { schema: null }, `Invalid option "schema" of post('/a')`],
    [
      'an unknown part of a request',
      { schema: { querystring: {} } },
      `Unknown name "querystring" in the schema of post('/a'): name it query`,
    ],
    [
      'documentation in the schema',
      { schema: { tags: ['users'] } },
      `Unknown name "tags" in the schema of post('/a'): expected params, query, headers, body or response. Tags, summaries and the like go into the option openapi`,
    ],
    [
      'a value that is not a schema',
      { schema: { body: 'string' } },
      `Invalid body schema of post('/a'): expected`,
    ],
    [
      'a function that is not a schema',
      { schema: { body: ok } },
      `Invalid body schema of post('/a'): expected`,
    ],
    ['an array of schemas', { schema: { query: [] } }, `Invalid query schema of post('/a'): expected`],
    [
      'a response without a status',
      { schema: { response: SCHEMA } },
      `Invalid response schema of post('/a')`,
    ],
    [
      'an invalid status',
      { schema: { response: { 2: {} } } },
      `Invalid response schema of post('/a'): expected an object with statuses such as 200, '2xx' or 'default', got "2".`,
    ],
    [
      'a response that is no schema',
      { schema: { response: { '2xx': 7 } } },
      `Invalid schema of the response 2xx of post('/a'): expected a Standard Schema or a JSON Schema object, got 7.`,
    ],
    [
      'invalid documentation',
      { openapi: 'summary' },
      `Invalid option "openapi" of post('/a'): expected an object`,
    ],
  ];
  test.each(cases)('%s', (_name, options, message) => {
    expect(() => createServer().post('/a', given(options), ok)).toThrow(message);
    expect(() => Router().post('/a', given(options), ok)).toThrow(message);
  });

  test('an instance of a class', () =>
    expect(() => createServer().post('/a', given(new (class Options {})()), ok)).toThrow(
      "Invalid layer 1 of post('/a')",
    ));
  test('a registration without handlers', () =>
    expect(() => createServer().post('/a', given({ schema: {} }))).toThrow("Missing handler in post('/a')"));
});

test('route options accept functions that are Standard Schemas, and objects without a prototype', () => {
  const arktype = Object.assign(() => {}, SCHEMA);
  const seen: RegisteredRoute[] = [];
  const options: RouteOptions = Object.assign(Object.create(null), { schema: { body: arktype } });
  createServer().addHook('onRoute', validator(seen)).post('/a', given(options), ok);
  expect(seen[0]?.options).toBe(options);
});
