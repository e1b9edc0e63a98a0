import { createServer as createNodeServer } from 'node:http';
import { expectTypeOf, test } from 'vitest';
import {
  type Application,
  createServer,
  type NextFunction,
  type Plugin,
  type Request,
  type Response,
  Router,
  type Scope,
} from '../src/index.ts';

interface User {
  readonly name: string;
}

const app = createServer();

test('handlers of a decorated scope have the property', () => {
  app.register((scope) => {
    const account = scope.decorateRequest('user', null as User | null).decorateResponse('count', 0);
    account.get('/:id', (req, res) => {
      expectTypeOf(req.user).toEqualTypeOf<User | null>();
      expectTypeOf(req.params.id).toEqualTypeOf<string>();
      expectTypeOf(res.count).toEqualTypeOf<number>();
      expectTypeOf(res.status(201).count).toEqualTypeOf<number>();
    });
    account.use((req, res, next) => {
      expectTypeOf(req.user).toEqualTypeOf<User | null>();
      expectTypeOf(res.count).toEqualTypeOf<number>();
      expectTypeOf(next).toEqualTypeOf<NextFunction>();
    });
    account.use('/x/:y', (req) => expectTypeOf(req.params.y).toEqualTypeOf<string>());
    account.use((_error, req, res, _next) => {
      expectTypeOf(req.user).toEqualTypeOf<User | null>();
      expectTypeOf(res.count).toEqualTypeOf<number>();
    });
    account.route('/a').post((req, res) => {
      expectTypeOf(req.user).toEqualTypeOf<User | null>();
      expectTypeOf(res.count).toEqualTypeOf<number>();
    });
    account.param('id', (req) => expectTypeOf(req.user).toEqualTypeOf<User | null>());
    account.addHook('onRequest', async (req, res) => {
      expectTypeOf(req.user).toEqualTypeOf<User | null>();
      expectTypeOf(res.count).toEqualTypeOf<number>();
    });
    account.addHook('onSend', (req) => expectTypeOf(req.user).toEqualTypeOf<User | null>() as never);
    account.addHook('onError', (_error, req) => expectTypeOf(req.user).toEqualTypeOf<User | null>());
    account.addHook('onResponse', (req) => expectTypeOf(req.user).toEqualTypeOf<User | null>());
    account.setErrorHandler((_error, req, _res, _next) => {
      expectTypeOf(req.user).toEqualTypeOf<User | null>();
    });
    account.setNotFoundHandler((req) => expectTypeOf(req.user).toEqualTypeOf<User | null>());
    account
      .get('/chained', (req) => expectTypeOf(req.user).toEqualTypeOf<User | null>())
      .post('/chained', (req) => expectTypeOf(req.user).toEqualTypeOf<User | null>());
  });
});

test('nested scopes have the property, and the scope itself does not', () => {
  app.register((scope) => {
    const account = scope.decorateRequest('user', null as User | null);
    account.register((inner) => {
      inner.get('/', (req) => expectTypeOf(req.user).toEqualTypeOf<User | null>());
      const more = inner.decorateRequest('tenant', 'none');
      more.get('/', (req) => {
        expectTypeOf(req.user).toEqualTypeOf<User | null>();
        expectTypeOf(req.tenant).toEqualTypeOf<string>();
      });
    });
    scope.get('/', (req) => {
      // @ts-expect-error: `scope` is the type before the declaration.
      req.user;
    });
  });
});

test('routes with schemas have the property and their own types', () => {
  const schema = {
    body: { '~standard': { types: { input: { n: '' }, output: { n: 1 } } } },
    response: { 200: { '~standard': { types: { input: { ok: true }, output: { ok: true } } } } },
  } as const;
  app.register((scope) => {
    const account = scope.decorateRequest('user', null as User | null).decorateResponse('count', 0);
    account.post('/', { schema }, (req, res) => {
      expectTypeOf(req.user).toEqualTypeOf<User | null>();
      expectTypeOf(req.body.n).toEqualTypeOf<1>();
      expectTypeOf(res.count).toEqualTypeOf<number>();
      expectTypeOf(res.status(200).count).toEqualTypeOf<number>();
      // @ts-expect-error: not the schema of the response.
      res.json({ ok: 1 });
    });
  });
});

test('decorated applications and scopes are applications and scopes', () => {
  const decorated = app.decorateRequest('user', null as User | null);
  expectTypeOf(decorated).toExtend<Application>();
  createNodeServer(decorated);
  decorated.get('/', (req) => expectTypeOf(req.user).toEqualTypeOf<User | null>());
  decorated.set('x', 1);
  const plain: Plugin = (scope) => void scope.get('/', (req) => expectTypeOf(req.url).toExtend<unknown>());
  decorated.register(plain);
  decorated.use('/router', Router());
  decorated.use((_req: Request, _res: Response, next: NextFunction) => next());
  app.register((scope) => {
    const account = scope.decorateRequest('user', null as User | null);
    expectTypeOf(account).toExtend<Scope>();
    account.register(plain);
  });
});

test('functions may require a scope with a property', () => {
  const addRoutes = (scope: Scope<{ user: User | null }>): void => {
    scope.get('/', (req, res) => res.json(req.user?.name));
  };
  app.register((scope) => {
    addRoutes(scope.decorateRequest('user', null as User | null));
    // @ts-expect-error: the scope has no such property.
    addRoutes(scope);
  });
});

test('hooks have types', () => {
  app.addHook('onSend', (_req, _res, payload) => {
    expectTypeOf(payload).toEqualTypeOf<string | Uint8Array | null>();
    return payload;
  });
  app.addHook('onSend', async () => {});
  app.addHook('onSend', async (_req, _res, payload) => payload);
  // @ts-expect-error: not a payload.
  app.addHook('onSend', () => ({}));
  app.addHook('onError', (error) => expectTypeOf(error).toEqualTypeOf<unknown>());
  // @ts-expect-error: no such hook.
  app.addHook('onSent', () => {});
});
