import { describe, expect, test } from 'vitest';
import { createExpressApplication, Router as ExpressRouter, Router4 } from '../src/express.ts';
import { createServer, type RequestHandler, Route, type RouteOptions, Router } from '../src/index.ts';
import { routerOf } from './scopes/application-kinds.ts';
import { ask, KINDS, logOf, reply, trace } from './scopes/trace.ts';

const OPTIONS: RouteOptions = { openapi: { summary: 'A' } };

/** Validates every route, and serializes the responses of every route. */
const validating: Parameters<ReturnType<typeof createServer>['addHook']>[1] = ((route: {
  addValidation(handler: RequestHandler, parts?: readonly string[]): void;
}) => {
  route.addValidation(trace('serializer'), ['response']);
  route.addValidation(trace('validation'));
}) as never;

describe.each(KINDS)('the options of a route of %s', (_name, create, createRouter) => {
  const validated = (): ReturnType<typeof create> => {
    const app = create();
    app.addHook('onRoute', validating as never);
    return app;
  };

  test('validate between the handlers before and after them', async () => {
    const app = validated();
    app.post('/first', OPTIONS, trace('guard'), reply('end'));
    app.post('/second', trace('guard'), OPTIONS, reply('end'));
    app.post('/third', trace('guard'), trace('load'), OPTIONS, trace('more'), reply('end'));
    expect(await ask(app, '/first', 'post')).toBe('serializer validation guard end');
    expect(await ask(app, '/second', 'post')).toBe('serializer guard validation end');
    expect(await ask(app, '/third', 'post')).toBe('serializer guard load validation more end');
  });

  test('may be in arrays of handlers, with arrays of handlers around them', async () => {
    const app = validated();
    app.post('/around', [trace('guard'), [trace('load')]], OPTIONS, [trace('more'), reply('end')]);
    app.post(
      '/inside',
      ...([[trace('guard'), [trace('load'), OPTIONS, trace('more')], reply('end')]] as never[]),
    );
    for (const path of ['/around', '/inside']) {
      expect(await ask(app, path, 'post')).toBe('serializer guard load validation more end');
    }
  });

  test('run between the hooks: preValidation, handlers before, validation, preHandler, handlers after', async () => {
    const app = validated();
    app.addHook('preHandler', trace('preHandler')).addHook('preValidation', trace('preValidation'));
    app.post('/a', trace('guard'), OPTIONS, reply('end'));
    app.register((scope) => {
      scope.addHook('preHandler', trace('inner preHandler'));
      scope.post('/b', trace('guard'), OPTIONS, reply('end'));
    });
    const before = 'preValidation serializer guard validation preHandler';
    expect(await ask(app, '/a', 'post')).toBe(`${before} end`);
    expect(await ask(app, '/b', 'post')).toBe(`${before} inner preHandler end`);
  });

  test('have the same order in route(), all(), routers and scopes', async () => {
    const app = validated();
    const router = createRouter();
    app.route('/route').post(trace('guard'), OPTIONS, reply('end'));
    app.all('/all', trace('guard'), OPTIONS, reply('end'));
    app.use('/router', router);
    router.post('/', trace('guard'), OPTIONS, reply('end'));
    app.register((scope) => scope.post('/scope', trace('guard'), OPTIONS, reply('end')));
    for (const path of ['/route', '/all', '/router', '/scope']) {
      expect(await ask(app, path, 'post'), path).toBe('serializer guard validation end');
    }
  });

  test('of each call on a route() apply where the handlers of that call run', async () => {
    const app = validated();
    app.addHook('preHandler', trace('preHandler'));
    app
      .route('/a')
      .all(OPTIONS, trace('all'))
      .post(trace('guard'), OPTIONS, trace('more'))
      .post(trace('late'), OPTIONS, reply('end'));
    expect(await ask(app, '/a', 'post')).toBe(
      'serializer validation preHandler all serializer guard validation more serializer late validation end',
    );
  });

  test('give methods with the same handlers their own order', async () => {
    const app = create();
    app.addHook('preHandler', trace('preHandler'));
    const [guard, end] = [trace('guard'), reply('end')];
    app.route('/a').get(guard, OPTIONS, end).post(guard, end).put(OPTIONS, guard, end);
    expect(await ask(app, '/a', 'get')).toBe('guard preHandler end');
    expect(await ask(app, '/a', 'post')).toBe('preHandler guard end');
    expect(await ask(app, '/a', 'put')).toBe('preHandler guard end');
  });

  test('do not validate when a handler before them responds, fails or leaves the route', async () => {
    const app = validated();
    app.addHook('preHandler', trace('preHandler'));
    app.addHook('onError', (_error, req) => void logOf(req).push('onError'));
    const fail: RequestHandler = () => {
      throw new Error('refused');
    };
    app.post('/responds', reply('refused'), OPTIONS, reply('end'));
    app.post('/fails', fail, OPTIONS, reply('end'));
    app.post('/leaves', (_req, _res, next) => next('route'), OPTIONS, reply('end'));
    app.post('/leaves', reply('other'));
    app.post(
      '/handles',
      fail,
      (_error: unknown, _req: unknown, _res: unknown, next: () => void) => next(),
      OPTIONS,
      reply('end'),
    );
    app.use(((error, req, res, _next) => res.json([...logOf(req), (error as Error).message])) as Parameters<
      typeof app.setErrorHandler
    >[0]);
    expect(await ask(app, '/responds', 'post')).toBe('serializer refused');
    expect(await ask(app, '/fails', 'post')).toBe('serializer onError refused');
    expect(await ask(app, '/leaves', 'post')).toBe('serializer serializer validation preHandler other');
    expect(await ask(app, '/handles', 'post')).toBe('serializer onError validation preHandler end');
  });

  test('are one registration for onRoute hooks, and leave the stack without themselves', () => {
    const seen: unknown[] = [];
    const app = create();
    app.addHook('onRoute', ({ methods, options }) => seen.push([methods, options]));
    const [guard, end] = [trace('guard'), reply('end')];
    app.post('/a', guard, OPTIONS, end);
    expect(seen).toEqual([[['POST'], OPTIONS]]);
    const layers = routerOf(app as never).stack.at(-1)?.route?.stack;
    expect(layers?.map(({ handle }) => handle)).toEqual([guard, end]);
  });

  test('validate before the first handler that is left after them when the stack is changed', async () => {
    const app = validated();
    app.post('/a', trace('guard'), OPTIONS, trace('removed'), reply('end'));
    const route = routerOf(app as never).stack.at(-1)?.route;
    route?.stack.splice(1, 1);
    expect(await ask(app, '/a', 'post')).toBe('serializer guard validation end');
    route?.stack.reverse();
    expect(await ask(app, '/a', 'post')).toBe('serializer validation end');
  });

  test('keep their position in a route whose dispatcher was replaced by instrumentation, and in a dispatched one', async () => {
    const app = validated();
    app.post('/a', trace('guard'), OPTIONS, reply('end'));
    const layer = routerOf(app as never).stack.at(-1) as { handle: RequestHandler };
    const { handle } = layer;
    layer.handle = (req, res, next) => handle(req, res, next);
    expect(await ask(app, '/a', 'post')).toBe('serializer guard validation end');
    const route = new Route('/b') as Route & { post(...args: unknown[]): unknown };
    route.post(trace('guard'), OPTIONS, reply('end'));
    app.use((req, res, next) => route.dispatch(req as never, res as never, next));
    expect(await ask(app, '/b', 'post')).toBe('guard end');
  });
});

describe.each([
  ['createServer()', () => createServer(), Router],
  ['nextpress/express', () => createExpressApplication(), ExpressRouter],
  ['Express 4', () => createExpressApplication(4), Router4],
] as const)('a route of %s throws', (_name, create, createRouter) => {
  const ok: RequestHandler = (_req, res) => res.json('ok');
  const onError = (_error: unknown, _req: unknown, _res: unknown, next: () => void): void => next();
  const post = (...args: unknown[]): void => {
    create().post('/a', ...(args as never[]));
  };

  test('for two objects with options', () => {
    const message = "Duplicate options of post('/a'): expected one object with schema or openapi, got two.";
    expect(() => post(OPTIONS, ok, OPTIONS, ok)).toThrow(message);
    expect(() => post(OPTIONS, { schema: {} }, ok)).toThrow(message);
    expect(() => post([ok, OPTIONS], [{ schema: {} }, ok])).toThrow(message);
    expect(() =>
      createRouter()
        .route('/a')
        .post(OPTIONS, ...([OPTIONS, ok] as never[])),
    ).toThrow(message);
  });

  test('for options without a handler after them', () => {
    const message = "Missing handler after the options of post('/a'): argument handler is required";
    expect(() => post(ok, OPTIONS)).toThrow(message);
    expect(() => post([ok, [OPTIONS]])).toThrow(message);
    expect(() => post(ok, OPTIONS, onError)).toThrow(message);
    expect(() => create().all('/a', ok, OPTIONS as never)).toThrow("after the options of all('/a')");
  });

  test('for unknown options at any position, and for values that are neither options nor handlers', () => {
    expect(() => post(ok, { shema: {} }, ok)).toThrow('Unknown option "shema" of post(\'/a\')');
    expect(() => post(ok, null, ok)).toThrow("Invalid layer 2 of post('/a')");
    expect(() => post(ok, OPTIONS, 'ok')).toThrow("Invalid layer 2 of post('/a')");
    expect(() => post(ok, new (class Options {})(), ok)).toThrow("Invalid layer 2 of post('/a')");
    // What a circular import leaves of a guard, and a module instead of its function.
    expect(() => post(ok, {}, ok)).toThrow("Invalid layer 2 of post('/a')");
    expect(() => post({}, ok)).toThrow("Invalid layer 1 of post('/a')");
    expect(() => post([{}], ok)).toThrow("Invalid layer 1 of post('/a')");
    expect(() => post({}, OPTIONS, ok)).toThrow('got [object Object]. In a circular import');
    expect(() => create().all('/a', {} as never, ok)).toThrow("Invalid layer 1 of all('/a')");
    expect(() => post(ok, { default: ok }, ok)).toThrow('argument handler must be a function');
    expect(() => create().use('/a', ok, OPTIONS as never)).toThrow("Invalid layer 2 of use('/a')");
  });
});
