import { describe, expect, test } from 'vitest';
import { createServer, type ErrorHandler, type Plugin, shared } from '../../src/index.ts';
import { routerOf } from './application-kinds.ts';
import { ask, KINDS, logOf, reply, send, trace, wildcard } from './trace.ts';

const handledBy =
  (name: string): ErrorHandler =>
  (error, req, res, _next) =>
    res.status(500).json([...logOf(req), `${name}:${(error as Error).message}`]);

const fail =
  (message: string): (() => never) =>
  () => {
    throw new Error(message);
  };

describe.each(KINDS)('a scope of %s', (_name, create, createRouter) => {
  test('applies its middleware to its own routes and to nested scopes', async () => {
    const app = create();
    app.use(trace('root'));
    app.register(
      (outer) => {
        outer.use(trace('outer'));
        outer.get('/', reply('outer'));
        outer.register(
          (inner) => {
            inner.use(trace('inner'));
            inner.get('/', reply('inner'));
          },
          { prefix: '/inner' },
        );
        outer.get('/after', reply('after'));
      },
      { prefix: '/outer' },
    );
    app.register((sibling) => sibling.use(trace('sibling')).get('/sibling', reply('sibling')));
    app.get('/last', reply('last'));
    expect(await ask(app, '/outer')).toBe('root outer outer');
    expect(await ask(app, '/outer/inner')).toBe('root outer inner inner');
    expect(await ask(app, '/outer/after')).toBe('root outer after');
    expect(await ask(app, '/sibling')).toBe('root sibling sibling');
    expect(await ask(app, '/last')).toBe('root last');
  });

  test('keeps the registration order of scopes and surrounding layers', async () => {
    const app = create();
    app.use(trace('first'));
    app.register((scope) => {
      scope.get('/same', trace('scope one'));
      scope.register((inner) => void inner.get('/same', trace('inside')));
      scope.get('/same', trace('scope two'));
    });
    app.use(trace('second'));
    app.register((scope) => void scope.get('/same', trace('another scope')));
    app.get('/same', reply('end'));
    expect(await ask(app, '/same')).toBe('first scope one scope two second end');
  });

  test('is the scope of the first matching route, whose next() does not enter another scope', async () => {
    const app = create();
    app.register((scope) => scope.use(trace('one')).get('/same', trace('in one')));
    app.register((scope) => scope.use(trace('two')).get('/same', reply('in two')));
    app.use(reply('end'));
    expect(await ask(app, '/same')).toBe('one in one end');
  });

  test('joins prefixes, for patterns, lists and every method', async () => {
    const app = create();
    app.register(
      (v1) => {
        v1.register(
          (users) => {
            expect([users.prefix, users.name, users.parent === v1]).toEqual(['/v1/users/:id', 'users', true]);
            users.get<{ id: string }>('/', (req, res) =>
              res.json(['one', req.params.id, req.baseUrl, req.url]),
            );
            users.all(['/a', '/b'], (req, res) => res.json([req.method, req.params.id]));
            users.route('/posts/:post').put((req, res) => res.json(Object.values(req.params)));
          },
          { prefix: '/users/:id', name: 'users' },
        );
      },
      { prefix: '/v1' },
    );
    expect(await ask(app, '/v1/users/7')).toBe('one 7  /v1/users/7');
    expect(await ask(app, '/v1/users/7/b', 'delete')).toBe('DELETE 7');
    expect(await ask(app, '/v1/users/7/posts/9', 'put')).toBe('7 9');
    expect((await send(app, '/users/7')).status).toBe(404);
    expect(app.prefix).toBe('');
  });

  test('gives middleware the rest of the path after the prefix, and handlers the whole path', async () => {
    const app = create();
    app.register(
      (scope) => {
        scope.use((req, _res, next) => {
          logOf(req).push(`${req.baseUrl}|${req.url}`);
          next();
        });
        scope.use('/deep', (req, _res, next) => {
          logOf(req).push(`${req.baseUrl}|${req.url}`);
          next();
        });
        scope.get('/deep/x', (req, res) => res.json([...logOf(req), `${req.baseUrl}|${req.url}`]));
      },
      { prefix: '/p' },
    );
    expect(await ask(app, '/p/deep/x')).toBe('/p|/deep/x /p/deep|/x |/p/deep/x');
  });

  test('responds to HEAD, OPTIONS and other methods as the application does', async () => {
    const app = create();
    app.register((scope) => scope.get('/a', reply('a')).post('/a', reply('posted')), { prefix: '/p' });
    expect((await send(app, '/p/a', 'head')).status).toBe(200);
    const options = await send(app, '/p/a', 'options');
    expect(options.headers.allow).toMatch(/GET, ?HEAD,.*POST/);
    const plain = create();
    plain.get('/p/a', reply('a')).post('/p/a', reply('posted'));
    const [refused, expected] = [await send(app, '/p/a', 'put'), await send(plain, '/p/a', 'put')];
    expect([refused.status, refused.headers.allow]).toEqual([expected.status, expected.headers.allow]);
  });

  test('has its own param callbacks, after those of enclosing scopes', async () => {
    const app = create();
    const note =
      (name: string) =>
      (...[req, , next, value]: Parameters<Parameters<typeof app.param>[1]>): void => {
        logOf(req).push(`${name}=${value}`);
        next();
      };
    app.param('id', note('root'));
    app.register((scope) => {
      scope.param('id', note('scope'));
      scope.param(['other', 'more'], note('list'));
      scope.get('/in/:id/:other', reply('in'));
    });
    app.get('/out/:id/:other', reply('out'));
    expect(await ask(app, '/in/7/8')).toBe('root=7 scope=7 list=8 in');
    expect(await ask(app, '/out/7/8')).toBe('root=7 out');
  });

  test('adds a slash before a path without one, so that its middleware sees each of its routes', async () => {
    const app = create();
    app.register(
      (scope) => scope.use(trace('guard')).get(wildcard(app).slice(1), reply('any')).get('{x}', reply('x')),
      { prefix: '/p' },
    );
    expect(await ask(app, '/p/a')).toBe('guard any');
    expect((await send(app, '/px')).status).toBe(404);
  });

  test("continues after its layers with next('router')", async () => {
    const app = create();
    const everything = wildcard(app);
    app.register((outer) => {
      outer.register((scope) => {
        scope.get('/router', (_req, _res, next) => next('router'));
        scope.use((_req, _res, next) => next('router'));
        scope.get('/from-use', reply('skipped'));
        scope.get(everything, reply('in scope'));
      });
      outer.get(everything, reply('outer'));
    });
    app.get(everything, reply('root'));
    expect(await ask(app, '/router')).toBe('outer');
    expect(await ask(app, '/from-use')).toBe('outer');
  });

  test("continues with its next route after next('route')", async () => {
    const app = create();
    app.register((scope) => {
      scope.get('/a', (_req, _res, next) => next('route'), reply('skipped'));
      scope.get('/a', reply('in scope'));
    });
    expect(await ask(app, '/a')).toBe('in scope');
  });

  test('guards the mounted routers and applications', async () => {
    const inner = create();
    inner.get('/x', reply('application'));
    const app = create();
    app.register(
      (scope) => {
        scope.use(trace('guard'));
        scope.use('/router', createRouter().get('/x', reply('router')));
        scope.use('/app', inner);
      },
      { prefix: '/p' },
    );
    expect(await ask(app, '/p/router/x')).toBe('guard router');
    expect(await ask(app, '/p/app/x')).toBe('guard application');
    expect(inner.mountpath).toBe('/p/app');
    expect(inner.parent).toBe(app);
    expect((await send(app, '/router/x')).status).toBe(404);
  });

  test('is found by a change of the path, with its middleware', async () => {
    const app = create();
    app.use((req, _res, next) => {
      if (req.url === '/moved') req.url = '/p/here';
      next();
    });
    app.register((scope) => scope.use(trace('guard')).get('/here', reply('here')), { prefix: '/p' });
    app.get('/moved', reply('not moved'));
    expect(await ask(app, '/moved')).toBe('guard here');
  });

  test('accepts routes and plugins after the first request', async () => {
    const app = create();
    const scopes: Parameters<Plugin>[0][] = [];
    app.register((scope) => void scopes.push(scope.use(trace('guard')).get('/a', reply('a'))), {
      prefix: '/p',
    });
    expect(await ask(app, '/p/a')).toBe('guard a');
    scopes[0]?.get('/b', reply('b'));
    app.register((scope) => void scope.get('/late', reply('late')));
    expect(await ask(app, '/p/b')).toBe('guard b');
    expect(await ask(app, '/late')).toBe('late');
  });

  test('lists its routes for tools with their full paths', () => {
    const app = create();
    app.register((scope) => scope.get('/a', reply('a')).post('/b', reply('b')), { prefix: '/p' });
    const listed = app.listRoutes().map(({ path, methods }) => [path, methods?.[0]]);
    expect(listed).toEqual([
      ['/p/a', 'GET'],
      ['/p/b', 'POST'],
    ]);
    const paths = routerOf(app).stack.map(({ route }) => route?.path);
    expect(paths).toEqual(['/p/a', '/p/b', undefined]);
  });

  test('runs its error handlers for its own requests only', async () => {
    const app = create();
    app.register((one) => {
      one.get('/one', fail('1'));
      one.use(handledBy('one'));
    });
    app.register((two) => {
      two.get('/two', fail('2'));
      two.use(handledBy('two'));
    });
    app.get('/three', fail('3'));
    app.use(handledBy('root'));
    expect(await ask(app, '/one')).toBe('one:1');
    expect(await ask(app, '/two')).toBe('two:2');
    expect(await ask(app, '/three')).toBe('root:3');
  });

  test('does not see errors of another scope whose route has the same path', async () => {
    const app = create();
    app.register((one) => void one.get('/same', fail('1')));
    app.register((two) => {
      two.get('/same', reply('two'));
      two.use(handledBy('two'));
    });
    app.use(handledBy('root'));
    expect(await ask(app, '/same')).toBe('root:1');
  });

  test('does not see errors that the error handler of another scope passes on', async () => {
    const app = create();
    app.register((one) => {
      one.get('/same', fail('1'));
      one.setErrorHandler((error, _req, _res, next) => next(new Error(`${error.message} passed on`)));
    });
    app.register((two) => {
      two.get('/same', reply('two'));
      two.use(handledBy('two'));
    });
    app.use(handledBy('root'));
    expect(await ask(app, '/same')).toBe('root:1 passed on');
  });

  test('sees the errors of its hooks, not those of a sibling with the same prefix', async () => {
    const app = create();
    app.register((one) => void one.setErrorHandler(handledBy('one')), { prefix: '/p' });
    app.register(
      (two) => {
        two.addHook('onRequest', async () => fail('2')());
        two.get('/two', reply('two'));
        two.setErrorHandler(handledBy('two'));
      },
      { prefix: '/p' },
    );
    expect(await ask(app, '/p/two')).toBe('two:2');
  });

  test('sees errors of surrounding middleware when its route is next', async () => {
    const app = create();
    app.use('/a', fail('root'));
    app.register((scope) => {
      scope.get('/a', reply('a'));
      scope.setErrorHandler(handledBy('scope'));
    });
    expect(await ask(app, '/a')).toBe('scope:root');
  });

  test('calls the functions of setErrorHandler from the inside to the outside', async () => {
    const app = create();
    app.setErrorHandler((error, req, res) => res.json([...logOf(req), `root:${error.message}`]));
    app.register((outer) => {
      outer.setErrorHandler((error, req, _res, next) => {
        logOf(req).push('outer');
        next(new Error(`${error.message}+`));
      });
      outer.register((inner) => {
        inner.setErrorHandler((error, req, _res, _next) => {
          logOf(req).push('inner');
          throw error;
        });
        inner.get('/a', fail('a'));
      });
    });
    expect(await ask(app, '/a')).toBe('inner outer root:a+');
    const { status } = await send(app, '/a');
    expect(status).toBe(500);
  });

  test('starts with the status of the error in setErrorHandler', async () => {
    const app = create();
    app.setErrorHandler((_error, _req, res) => res.json(['handled']));
    app.get('/a', () => {
      throw Object.assign(new Error('no'), { status: 409 });
    });
    expect((await send(app, '/a')).status).toBe(409);
  });

  test('sends errors that its handlers pass on to the default response', async () => {
    const app = create();
    app.register((scope) => {
      scope.get('/a', () => {
        throw Object.assign(new Error('teapot'), { status: 418 });
      });
      scope.setErrorHandler((error, _req, _res, next) => next(error));
    });
    expect((await send(app, '/a')).status).toBe(418);
  });

  test('has a not-found handler for its prefix; the longest prefix wins', async () => {
    const app = create();
    app.setNotFoundHandler(reply('root'));
    app.register(
      (api) => {
        api.setNotFoundHandler(reply('api'));
        api.get('/here', reply('here'));
        api.register((v1) => void v1.setNotFoundHandler(reply('v1')), { prefix: '/v1' });
        api.register((v2) => void v2.get('/x', reply('x')), { prefix: '/v2' });
      },
      { prefix: '/api' },
    );
    expect(await ask(app, '/nothing')).toBe('root');
    expect(await ask(app, '/api/nothing')).toBe('api');
    expect(await ask(app, '/api/v1/nothing')).toBe('v1');
    expect(await ask(app, '/api/v2/nothing')).toBe('api');
    expect(await ask(app, '/apiary')).toBe('root');
    expect(await ask(app, '/api/here')).toBe('here');
    expect((await send(app, '/api/nothing')).status).toBe(404);
  });

  test('has a not-found handler after its guards, with any number of layers', async () => {
    const app = create();
    app.register((scope) => scope.use(trace('guard')).setNotFoundHandler(reply('not found')), {
      prefix: '/p',
    });
    for (let count = 1; count < 404; count++) app.use(`/other${count}`, reply('other'));
    expect(await ask(app, '/p/nothing')).toBe('guard not found');
  });

  test('has a not-found handler after its hooks, also for a request that one of its routes passes on', async () => {
    const app = create();
    app.addHook('onRequest', trace('root hook'));
    app.get('/p/outside', (_req, _res, next) => next('router'));
    app.register(
      (scope) => {
        scope.addHook('onRequest', trace('hook'));
        scope.get('/left', (_req, _res, next) => next('router'));
        scope.setNotFoundHandler(reply('not found'));
        scope.setErrorHandler(handledBy('scope'));
      },
      { prefix: '/p' },
    );
    expect(await ask(app, '/p/left')).toBe('root hook hook not found');
    expect(await ask(app, '/p/outside')).toMatch(/^404/);
    expect(await ask(app, '/p/nothing')).toBe('root hook hook not found');
    expect((await send(app, '/p/nothing')).status).toBe(404);
  });

  test('continues with the default response after next() in a not-found handler', async () => {
    const app = create();
    app.setNotFoundHandler((req, res, next) => {
      res.setHeader('X-Seen', 'yes');
      req.url = '/again';
      next();
    });
    const { status, headers } = await send(app, '/nothing');
    expect([status, headers['x-seen']]).toEqual([404, 'yes']);
  });

  test('handles the errors of its not-found handler', async () => {
    const app = create();
    app.register(
      (scope) => {
        scope.setErrorHandler((error, _req, res) => res.status(503).json([`scope:${error.message}`]));
        scope.setNotFoundHandler(fail('lost'));
      },
      { prefix: '/p' },
    );
    app.register((other) => void other.setErrorHandler(handledBy('other')));
    expect(await ask(app, '/p/nothing')).toBe('scope:lost');
  });

  test('has locals that inherit from the enclosing scope', () => {
    const app = create();
    app.locals.name = 'app';
    app.register((outer) => {
      outer.locals.name = 'outer';
      outer.register((inner) => {
        inner.locals.own = true;
        expect([inner.locals.name, outer.locals.own]).toEqual(['outer', undefined]);
      });
    });
    expect([app.locals.name, app.locals.own]).toEqual(['app', undefined]);
  });

  test('is that of the caller for a shared plugin', async () => {
    const app = create();
    const guard = shared((scope) => {
      scope.use(trace('guard'));
      scope.locals.added = true;
      Object.assign(scope, { own: 'assigned' });
      expect(scope.locals).toBe(app.locals);
    });
    app.register(guard);
    app.get('/a', reply('a'));
    expect(await ask(app, '/a')).toBe('guard a');
    expect([app.locals.added, (app as { own?: string }).own]).toEqual([true, 'assigned']);
  });
});

describe('a scope', () => {
  test('with strict routing matches its prefix with and without a slash, as a router does', async () => {
    const app = createServer({ strict: true });
    app.register((scope) => scope.get('/', reply('index')).get('/a', reply('a')), { prefix: '/p' });
    expect(await ask(app, '/p')).toBe('index');
    expect(await ask(app, '/p/')).toBe('index');
    expect((await send(app, '/p/a/')).status).toBe(404);
  });

  test('without a prefix accepts regular expressions, and guards them', async () => {
    const app = createServer();
    app.register((scope) => scope.use(trace('guard')).get(/^\/r\d+$/, reply('r')));
    app.get('/*path', reply('catch-all'));
    expect(await ask(app, '/r12')).toBe('guard r');
    expect(await ask(app, '/rx')).toBe('catch-all');
  });

  test('with a prefix rejects regular expressions', () => {
    expect(() =>
      createServer().register((scope) => void scope.get(/a/, reply('a')), { prefix: '/p' }),
    ).toThrow('Invalid path in a scope with the prefix "/p"');
  });

  test.each([
    [{ prefix: 'admin' }, 'Invalid option "prefix" of register()'],
    [{ prefix: '/admin/' }, 'Invalid option "prefix" of register()'],
    [{ name: 7 }, 'Invalid option "name" of register()'],
    [{ timeout: -1 }, 'Invalid option "timeout" of register()'],
    [null, 'Invalid options of register()'],
  ])('rejects the options %j', (options, message) => {
    expect(() => createServer().register(() => {}, options as never)).toThrow(message);
  });

  test('rejects values that are not plugins', () => {
    const app = createServer();
    expect(() => app.register(7 as never)).toThrow('Invalid plugin');
    const factory = Object.defineProperty(function make() {}, Symbol.for('nextpress.factory'), {
      value: true,
    });
    expect(() => app.register(factory)).toThrow('got make without a call: write make()');
    expect(() => app.addHook('onRequest', async (_req, _res, next) => next())).toThrow(
      'expected a function (req, res, next) or an async function (req, res), got an async function with next: return instead of calling it',
    );
    const withCallback = (_scope: unknown, _options: unknown, done: () => void): void => done();
    for (const register of [() => app.register(withCallback as never), () => shared(withCallback as never)]) {
      expect(register).toThrow('got one with 3 parameters: return a promise instead of calling done()');
    }
    expect(() => app.register(createServer() as never)).toThrow('mount it with use()');
    expect(() =>
      app.register(
        shared(() => {}, { name: 'all' }),
        { prefix: '/p' },
      ),
    ).toThrow('Invalid option "prefix" of register(): expected none for the shared plugin "all"');
  });

  test('rejects a second error handler, and a second not-found handler for a prefix', () => {
    const app = createServer();
    app.setErrorHandler(() => {});
    app.setNotFoundHandler(() => {});
    expect(() => app.setErrorHandler(() => {})).toThrow('Scope "root" already has an error handler');
    expect(() => app.register((scope) => void scope.setNotFoundHandler(() => {}))).toThrow(
      'The prefix "/" already has a not-found handler',
    );
    expect(() => createServer().setErrorHandler(7 as never)).toThrow('Invalid handler in setErrorHandler()');
    for (const handler of [7, handledBy('four parameters')]) {
      expect(() => createServer().setNotFoundHandler(handler as never)).toThrow(
        'Invalid handler in setNotFoundHandler()',
      );
    }
  });
});
