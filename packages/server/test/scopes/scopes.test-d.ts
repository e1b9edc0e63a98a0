import { expectTypeOf, test } from 'vitest';
import {
  type Application,
  createServer,
  type NextFunction,
  type Plugin,
  type RegisterOptions,
  type Request,
  type RequestHandler,
  type Response,
  Router,
  type Scope,
  shared,
} from '../../src/index.ts';

const app = createServer();
const guard: RequestHandler = (_req, _res, next) => next();

test('a plugin receives a scope, and its options merged with those of register', () => {
  app.register((scope, options) => {
    expectTypeOf(scope).toEqualTypeOf<Scope>();
    expectTypeOf(options.prefix).toEqualTypeOf<string | undefined>();
  });
  const database = (_scope: Scope, _options: { url: string }): void => {};
  expectTypeOf(app.register(database, { url: 'mem:', prefix: '/p' })).toEqualTypeOf<Application>();
  // @ts-expect-error - the option `url` is missing
  app.register(database);
  // @ts-expect-error - the option `url` is a string
  app.register(database, { url: 7 });
  // @ts-expect-error - the option `prefix` is a string
  app.register(() => {}, { prefix: 7 });
  app.register(async (_scope, { name }: RegisterOptions) =>
    expectTypeOf(name).toEqualTypeOf<string | undefined>(),
  );
});

test('options with an explicit type may have any prefix', () => {
  const database: Plugin<{ url: string }> = () => {};
  const prefixed: { url: string; prefix?: string } = { url: 'mem:' };
  expectTypeOf(
    app.register<{ url: string }>(database, { url: 'mem:', prefix: '/p' }),
  ).toEqualTypeOf<Application>();
  app.register<{ url: string }>(database, prefixed);
  app.register<{ url?: string }>((_scope, { url }) => expectTypeOf(url).toEqualTypeOf<string | undefined>(), {
    prefix: '/p',
  });
  // @ts-expect-error - the option `prefix` is a string
  app.register<{ url: string }>(database, { url: 'mem:', prefix: 7 });
});

test('a plugin that always throws leaves the application what it is', () => {
  const fail = (): never => {
    throw new Error('no database');
  };
  expectTypeOf(app.register(fail)).toEqualTypeOf<Application>();
  expectTypeOf(app.register(async () => fail())).toEqualTypeOf<Application>();
});

test('the registration functions of a scope return the scope and have the types of an application', () => {
  const plugin: Plugin = (scope) => {
    expectTypeOf(
      scope.get('/:id', guard, (req) => expectTypeOf(req.params.id).toEqualTypeOf<string>()),
    ).toEqualTypeOf<Scope>();
    expectTypeOf(scope.use(guard).register(plugin).addHook('onRequest', guard)).toEqualTypeOf<Scope>();
    scope.use('/files', Router(), createServer());
    expectTypeOf(scope.parent).toEqualTypeOf<Scope | undefined>();
  };
  app.register(plugin);
});

test('an application is a scope', () => {
  expectTypeOf(app).toExtend<Scope>();
  expectTypeOf(app.addHook('onRequest', guard)).toEqualTypeOf<Application>();
  expectTypeOf(app.ready()).toEqualTypeOf<Promise<void>>();
});

test('hooks and handlers have types', () => {
  app.addHook('preHandler', async (req, res) => {
    expectTypeOf(req).toEqualTypeOf<Request>();
    expectTypeOf(res).toEqualTypeOf<Response>();
  });
  app.addHook('onRoute', (route) => expectTypeOf(route.methods).toEqualTypeOf<readonly string[]>());
  app.addHook('onClose', (closed) => expectTypeOf(closed).toEqualTypeOf<Application>());
  app.setErrorHandler((error, req, _res, next) => {
    expectTypeOf(error).toBeAny();
    expectTypeOf(req).toEqualTypeOf<Request>();
    expectTypeOf(next).toEqualTypeOf<NextFunction>();
  });
  app.setNotFoundHandler((req, res) => res.json(req.path));
  // @ts-expect-error - there is no such hook
  app.addHook('onStart', guard);
});

test('shared keeps the options of the plugin', () => {
  const database = shared((_scope: Scope, _options: { url: string }) => {}, {
    name: 'db',
    dependencies: ['log'],
  });
  app.register(database, { url: 'mem:' });
  // @ts-expect-error - the option `url` is missing
  app.register(database, {});
});
