import express from 'express';
import { describe, expect, test } from 'vitest';
import { createServer, type RequestHandler } from '../../src/index.ts';
import { ask, KINDS, logOf, reply, send, trace, wildcard } from './trace.ts';

const refuse: RequestHandler = (_req, res) => res.status(401).json(['refused']);

describe.each(KINDS)('the hooks of %s', (_name, create, createRouter) => {
  test('run in order: onRequest, middleware, preValidation, preHandler, handlers', async () => {
    const app = create();
    app.use(trace('middleware'));
    app.get('/a', trace('handler'), reply('end'));
    app.addHook('preHandler', trace('preHandler'));
    app.addHook('preValidation', trace('preValidation'));
    app.addHook('onRequest', trace('onRequest'));
    expect(await ask(app, '/a')).toBe('onRequest middleware preValidation preHandler handler end');
  });

  test('run around validation', async () => {
    const app = create();
    app.addHook('onRoute', (route) => route.addValidation(trace('validation')));
    app.addHook('preHandler', trace('preHandler'));
    app.addHook('preValidation', trace('preValidation'));
    app.get('/a', reply('end'));
    expect(await ask(app, '/a')).toBe('preValidation validation preHandler end');
  });

  test('run before all handlers of a route, and validation before those of its call', async () => {
    const app = create();
    app.addHook('onRoute', ({ methods, addValidation }) => {
      if (methods[0] === 'POST') addValidation(trace('validation'));
    });
    app.addHook('preHandler', trace('preHandler'));
    app.addHook('preValidation', trace('preValidation'));
    app.route('/a').all(trace('authenticate')).post(reply('end'));
    expect(await ask(app, '/a', 'post')).toBe('preValidation preHandler authenticate validation end');
  });

  test('run from the outermost scope to that of the route', async () => {
    const app = create();
    for (const name of ['onRequest', 'preValidation', 'preHandler'] as const)
      app.addHook(name, trace(`root ${name}`));
    app.register(
      (scope) => {
        scope.get('/a', reply('a'));
        for (const name of ['preHandler', 'preValidation', 'onRequest'] as const) {
          scope.addHook(name, trace(`scope ${name}`));
        }
      },
      { prefix: '/p' },
    );
    app.register((other) => other.addHook('onRequest', trace('other')).addHook('preHandler', trace('other')));
    app.get('/out', reply('out'));
    expect(await ask(app, '/p/a')).toBe(
      'root onRequest scope onRequest root preValidation scope preValidation root preHandler scope preHandler a',
    );
    expect(await ask(app, '/out')).toBe('root onRequest root preValidation root preHandler out');
  });

  test('continue after the promise of an async function, unless it has responded', async () => {
    const app = create();
    app.addHook('onRequest', async (req) => {
      await null;
      logOf(req).push('async');
    });
    app.addHook('onRequest', (req) => void logOf(req).push('sync'));
    app.addHook('preHandler', async (req, res) => {
      if (req.url === '/closed') res.status(403).json(['closed']);
    });
    app.addHook('preHandler', async (req, res) => {
      if (req.url !== '/piped') return undefined;
      setImmediate(() => res.json(['piped']));
      return res;
    });
    app.get(wildcard(app), reply('end'));
    expect(await ask(app, '/open')).toBe('async sync end');
    expect(await ask(app, '/closed')).toBe('closed');
    expect(await ask(app, '/piped')).toBe('piped');
  });

  test('send their errors to the error handlers of the scope', async () => {
    const app = create();
    app.register((scope) => {
      scope.addHook('onRequest', async (req) => {
        if (req.url === '/request') throw new Error('request');
      });
      scope.addHook('preHandler', (_req, _res, next) => next(new Error('handler')));
      scope.get('/request', reply('end')).get('/handler', reply('end'));
      scope.setErrorHandler((error, _req, res) => res.json([`scope:${error.message}`]));
    });
    app.setErrorHandler((error, _req, res) => res.json([`root:${error.message}`]));
    expect(await ask(app, '/request')).toBe('scope:request');
    expect(await ask(app, '/handler')).toBe('scope:handler');
  });

  test('run for the routes of mounted routers and applications', async () => {
    const inner = create();
    inner.addHook('preHandler', trace('inner preHandler'));
    inner.get('/x', reply('application'));
    const router = createRouter().get('/x', reply('router'));
    const nested = createRouter().use('/nested', router);
    const app = create();
    app.use('/outside', router);
    app.register(
      (scope) => {
        scope.addHook('onRequest', trace('onRequest'));
        scope.addHook('preHandler', trace('preHandler'));
        scope.use('/router', router);
        scope.use('/deep', nested);
        scope.use('/app', inner);
        scope.get('/handler/x', (req, res, next) => {
          req.url = '/x';
          router(req, res, next);
        });
      },
      { prefix: '/p' },
    );
    expect(await ask(app, '/p/router/x')).toBe('onRequest preHandler router');
    expect(await ask(app, '/p/deep/nested/x')).toBe('onRequest preHandler router');
    expect(await ask(app, '/p/app/x')).toBe('onRequest preHandler inner preHandler application');
    expect(await ask(app, '/p/handler/x')).toBe('onRequest preHandler router');
    expect(await ask(app, '/outside/x')).toBe('router');
  });

  test('run once before the routers and applications of Express', async () => {
    const handler: express.RequestHandler = (req, res) => res.json([...logOf(req as never), 'express']);
    const own = createRouter().get('/x', reply('own'));
    const router = express.Router().use('/own', own as never);
    const app = create();
    app.register(
      (scope) => {
        scope.addHook('preValidation', trace('preValidation'));
        scope.addHook('preHandler', trace('preHandler'));
        scope.use('/router', router.get('/x', handler) as never);
        scope.use('/app', express().get('/x', handler) as never);
      },
      { prefix: '/p' },
    );
    expect(await ask(app, '/p/router/x')).toBe('preValidation preHandler express');
    expect(await ask(app, '/p/router/own/x')).toBe('preValidation preHandler own');
    expect(await ask(app, '/p/app/x')).toBe('preValidation preHandler express');
  });

  test('that are added after the first request also apply to mounted routers', async () => {
    const app = create();
    app.use('/router', createRouter().get('/x', reply('router')));
    expect(await ask(app, '/router/x')).toBe('router');
    app.addHook('preHandler', refuse);
    expect(await ask(app, '/router/x')).toBe('refused');
  });

  test('guard a route that is reached by changing the path, even after an error', async () => {
    const app = create();
    app.use((req, _res, next) => {
      const { url } = req;
      req.url = '/admin/secret';
      if (url === '/moved') next();
      else if (url === '/failed') next(new Error('moved'));
      else {
        req.url = url;
        next();
      }
    });
    app.use((_error: unknown, _req: unknown, _res: unknown, next: () => void) => next());
    app.register(
      (scope) => {
        scope.addHook('onRequest', async (_req, res) => {
          res.status(401).json(['refused']);
        });
        scope.get('/secret', reply('secret'));
      },
      { prefix: '/admin' },
    );
    app.get('/moved', reply('not moved'));
    for (const path of ['/admin/secret', '/moved', '/failed', '/unknown']) {
      const reached = path === '/unknown' ? /^404/ : /^refused$/;
      expect(await ask(app, path), path).toMatch(reached);
    }
  });

  test('run once when a hook changes the path, or a route changes it', async () => {
    const app = create();
    app.addHook('onRequest', trace('one'));
    app.addHook('onRequest', (req, _res, next) => {
      if (req.url === '/old') req.url = '/new';
      logOf(req).push('two');
      next();
    });
    app.addHook('onRequest', trace('three'));
    app.get('/new', (req, _res, next) => {
      req.url = '/newer';
      next();
    });
    app.register((scope) => scope.addHook('onRequest', trace('scope')).get('/newer', reply('second')));
    expect(await ask(app, '/old')).toBe('one two three scope second');
    expect(await ask(app, '/new')).toBe('one two three scope second');
  });

  test('run again for a route of another scope that has the same function', async () => {
    const app = create();
    const log: RequestHandler = (req, res, next) => trace(`for ${req.url}`)(req, res, next);
    app.register(
      (scope) => {
        scope.addHook('onRequest', log);
        scope.get('/moved', (req, _res, next) => {
          req.url = '/b/secret';
          next();
        });
      },
      { prefix: '/a' },
    );
    app.register((scope) => scope.addHook('onRequest', log).get('/secret', reply('secret')), {
      prefix: '/b',
    });
    expect(await ask(app, '/a/moved')).toBe('for /a/moved for /b/secret secret');
  });

  test('onRequest runs for paths without a route below the prefix of its scope', async () => {
    const app = create();
    app.register((scope) => scope.addHook('onRequest', refuse), { prefix: '/admin' });
    app.addHook('onRequest', (_req, res, next) => {
      res.setHeader('X-Seen', 'yes');
      next();
    });
    expect((await send(app, '/admin/unknown')).status).toBe(401);
    const { status, headers } = await send(app, '/unknown');
    expect([status, headers['x-seen']]).toEqual([404, 'yes']);
  });

  test('onRoute sees the routes of its scope and of nested scopes', () => {
    const seen: string[] = [];
    const app = create();
    app.register(
      (scope) => {
        scope.get('/before', reply('before'));
        scope.addHook('onRoute', ({ methods, path }) => void seen.push(`${methods} ${path}`));
        scope.register((inner) => inner.post('/inner', reply('inner')), { prefix: '/deep' });
        scope.use('/router', createRouter().get('/x', reply('x')));
        scope.all('/all', reply('all'));
      },
      { prefix: '/p' },
    );
    app.get('/outside', reply('outside'));
    expect(seen).toEqual(['POST /p/deep/inner', 'GET /p/router/x', '* /p/all']);
  });
});

describe('addHook', () => {
  test('throws for unknown names and for values that are not functions', () => {
    const app = createServer();
    expect(() => app.addHook('onStart' as never, refuse as never)).toThrow(
      'Invalid hook: expected one of onRoute, onRequest, preValidation, preHandler, onSend, onResponse, onError, preClose, onClose',
    );
    expect(() => app.addHook('onRequest', 7 as never)).toThrow('Invalid hook of onRequest');
  });

  test('throws for a function that would not get the arguments it expects', () => {
    const app = createServer();
    const handler = (_error: unknown, _req: unknown, _res: unknown, _next: unknown): void => {};
    expect(() => app.addHook('onRequest', handler as never)).toThrow(
      'Invalid hook of onRequest: expected a function (req, res, next), got one with 4 parameters',
    );
    expect(() => app.addHook('onSend', handler as never)).toThrow(
      'Invalid hook of onSend: expected a function (req, res, payload), got one with 4 parameters. To wait for something, return a promise',
    );
  });

  test('throws for a guard that may call next() later, because its parameters are not declared', () => {
    const wrapped = (...args: Parameters<RequestHandler>): unknown => refuse(...args);
    for (const name of ['onRequest', 'preValidation', 'preHandler'] as const) {
      expect(() => createServer().addHook(name, wrapped)).toThrow('got one without parameters');
    }
    createServer().addHook('onRequest', async () => {});
  });
});

describe('a schema without a validator', () => {
  test('is rejected in a scope, and accepted below one with a validator', () => {
    const app = createServer();
    const route = { schema: { body: { type: 'object' } } } as never;
    expect(() => app.register((scope) => void scope.post('/a', route, refuse))).toThrow(
      'Missing validator for POST /a',
    );
    app.register((outer) => {
      outer.addHook('onRoute', ({ addValidation }) => addValidation(trace('valid'), ['body']));
      outer.register((inner) => inner.post('/b', route, refuse));
    });
  });
});
