import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStatic } from '@nextpress/static';
import express from 'express';
import { describe, expect, test } from 'vitest';
import type { RequestHandler, Scope } from '../../src/index.ts';
import { ask, KINDS, reply, send, trace, wildcard } from './trace.ts';

const guard: RequestHandler = (_req, res) => res.status(401).json(['guard']);

describe.each(KINDS)('the scope of a request to %s', (_name, create, createRouter) => {
  test('is found by its prefix for unknown paths and for other methods', async () => {
    const app = create();
    app.register((scope) => scope.use(guard).get('/known', reply('known')), { prefix: '/admin' });
    app.use(reply('not found'));
    expect(await ask(app, '/admin/unknown')).toBe('guard');
    expect(await ask(app, '/admin/known', 'post')).toBe('guard');
    expect(await ask(app, '/administrator')).toBe('not found');
  });

  test('only has the paths of its routes when it has no prefix', async () => {
    const app = create();
    app.register((scope) => scope.use(guard).get('/known', reply('known')));
    app.use(reply('not found'));
    expect(await ask(app, '/unknown')).toBe('not found');
    expect(await ask(app, '/known')).toBe('guard');
  });

  test.each(['next()', "next('router')"])(
    'is found again when a route changes req.url and calls %s',
    async (call) => {
      const app = create();
      const move: RequestHandler = (req, _res, next) => {
        req.url = '/b';
        if (call === 'next()') next();
        else next('router');
      };
      app.register((scope) => scope.addHook('onRequest', trace('a')).get('/', move), { prefix: '/a' });
      app.register((scope) => scope.addHook('onRequest', trace('b')).get('/', reply('route')), {
        prefix: '/b',
      });
      app.get(wildcard(app), reply('catch-all'));
      expect(await ask(app, '/a')).toBe('a b route');
    },
  );

  test('applies to the routers and files that it mounts', async () => {
    const root = mkdtempSync(join(tmpdir(), 'scopes-'));
    writeFileSync(join(root, 'a.txt'), 'file');
    const app = create();
    app.register((scope) => {
      scope.use(trace('guard'));
      scope.use('/router', createRouter().get('/x', reply('router')));
      scope.use('/files', serveStatic(root));
    });
    app.use(reply('end'));
    expect(await ask(app, '/router/x')).toBe('guard router');
    expect(await ask(app, '/router/unknown')).toBe('guard end');
    expect((await send(app, '/files/a.txt')).text).toBe('file');
    expect(await ask(app, '/elsewhere')).toBe('end');
  });

  test('is that of what it mounts at / for every path without a route or another prefix', async () => {
    const root = mkdtempSync(join(tmpdir(), 'scopes-'));
    writeFileSync(join(root, 'a.txt'), 'file');
    const app = create();
    const guarded: string[] = [];
    app.register((scope) => {
      scope.addHook('onRequest', (req, _res, next) => {
        guarded.push(req.path);
        next();
      });
      scope.use('/', serveStatic(root));
    });
    app.register((other) => void other.get('/', reply('other')), { prefix: '/other' });
    app.get('/users/:id', reply('user'));
    expect((await send(app, '/a.txt')).text).toBe('file');
    expect(await ask(app, '/users/7')).toBe('user');
    expect(await ask(app, '/other')).toBe('other');
    expect(await ask(app, '/unknown')).toMatch(/^404/);
    expect(guarded).toEqual(['/a.txt', '/unknown']);
  });

  test('is that of a route in a router, when neither the scope nor the router has a prefix', async () => {
    const app = create();
    app.register((outer) => {
      outer.register((scope) => scope.use(trace('guard')).use(createRouter().get('/x', reply('router'))));
    });
    app.register((other) => other.use(trace('other')).get('/y', reply('y')));
    app.get(wildcard(app), reply('catch-all'));
    expect(await ask(app, '/x')).toBe('guard router');
    expect(await ask(app, '/z', 'post')).toMatch(/^(?:404|405)/);
    expect(await ask(app, '/z')).toBe('catch-all');
    expect(await ask(app, '/y')).toBe('other y');
  });

  test('is that of a route rather than of a prefix, wildcards included', async () => {
    const app = create();
    app.register((scope) => scope.use(guard).get('/known', reply('known')), { prefix: '/admin' });
    app.get('/admin/health', reply('health'));
    app.get('/:section/list', reply('list'));
    app.register((spa) => void spa.get(wildcard(app), reply('spa')));
    expect(await ask(app, '/admin/health')).toBe('health');
    expect(await ask(app, '/admin/list')).toBe('list');
    expect(await ask(app, '/admin/other')).toBe('spa');
    expect(await ask(app, '/admin/known')).toBe('guard');
    expect(await ask(app, '/admin/other', 'post')).toBe('guard');
  });

  test('is that of a path of use() rather than of routes with a shorter text, whatever it mounts', async () => {
    const root = mkdtempSync(join(tmpdir(), 'scopes-'));
    writeFileSync(join(root, 'a.txt'), 'file');
    const files = serveStatic(root) as RequestHandler;
    const foreign = express.Router().get('/a.txt', (_req, res) => void res.send('file'));
    const mounts: Readonly<Record<string, RequestHandler>> = {
      files,
      'files in a function': (req, res, next) => files(req, res, next),
      'files in a router': createRouter().use(files) as never,
      'a router of Express': foreign as never,
      'an application of Express': express().use(foreign) as never,
      'a router of Express in a function': (req, res, next) => foreign(req as never, res as never, next),
    };
    for (const [name, mount] of Object.entries(mounts)) {
      for (const isFirst of [true, false]) {
        const app = create().get(['/files/exact', '/files/images/:id'], reply('longer'));
        const addRoutes = (): void => {
          app.register((other) => void other.get('/:any/late', reply('late')));
          app.get(wildcard(app), reply('page'));
        };
        if (!isFirst) addRoutes();
        app.register((scope) => void scope.addHook('onRequest', trace('guard')).use('/files', mount));
        if (isFirst) addRoutes();
        expect(await ask(app, '/elsewhere'), name).toBe('page');
        expect(await ask(app, '/files/exact'), name).toBe('longer');
        expect(await ask(app, '/files/images/7'), name).toBe('longer');
        expect(await ask(app, '/elsewhere/late'), name).toBe('late');
        expect(await ask(app, '/files/late'), name).toBe('guard page');
        expect(await ask(app, '/files/b.txt'), name).toBe('guard page');
        const file = isFirst ? (await send(app, '/files/a.txt')).text : await ask(app, '/files/a.txt');
        expect(file, name).toBe(isFirst ? 'file' : 'guard page');
      }
    }
  });

  test('is not that of a path of use() around the scope of a route or of a longer prefix', async () => {
    const app = create();
    app.use('/a/b/c', trace('limiter'));
    app.register(
      (outer) => {
        outer.use('/b/c', trace('outer'));
        outer.post('/b/c/:id', reply('posted'));
        outer.register((inner) => inner.use(guard).get('/known', reply('known')), { prefix: '/b' });
        outer.register(
          (other) => void other.addHook('onRequest', trace('other')).get('/:x/c/7', reply('seven')),
        );
      },
      { prefix: '/a' },
    );
    expect(await ask(app, '/a/b/c/8')).toBe('guard');
    expect(await ask(app, '/a/b/c/7')).toBe('other limiter outer seven');
    expect(await ask(app, '/a/b/known', 'post')).toBe('guard');
  });

  test('is that of a route rather than of a param of its prefix, with or without a slash after it', async () => {
    for (const path of ['/a', '/a/']) {
      const app = create();
      app.use((req, _res, next) => {
        if (req.url === '/') req.url = path;
        next();
      });
      app.get('/a', reply('route'));
      app.register((scope) => scope.addHook('onRequest', trace('hook')).use('/', reply('use')), {
        prefix: '/:p',
      });
      expect(await ask(app, path)).toBe('route');
      expect(await ask(app, '/')).toBe('route');
    }
  });

  test('is that of the longest prefix when what another scope mounts there has no route', async () => {
    for (const host of ['scope', 'application']) {
      for (const isFirst of [true, false]) {
        const app = create();
        const mount = (scope: Scope): void =>
          void scope.use('/admin', createRouter().get('/open', reply('open')));
        const addMount = (): void => {
          if (host === 'scope') app.register(mount);
          else mount(app as Scope);
        };
        if (isFirst) addMount();
        app.register((scope) => scope.use(guard).get('/known', reply('known')), { prefix: '/admin' });
        if (!isFirst) addMount();
        expect(await ask(app, '/admin/open')).toBe('open');
        for (const path of ['/admin', '/admin/unknown', '/admin/open/unknown'])
          expect(await ask(app, path), path).toBe('guard');
        expect(await ask(app, '/admin/known', 'post')).toBe('guard');
      }
    }
  });

  test('is that of a router for routes that are added after the first request', async () => {
    const app = create();
    const [outer, inner] = [createRouter(), createRouter()];
    app.register((scope) => scope.addHook('onRequest', trace('guard')).use(outer.use('/inner', inner)));
    app.get(wildcard(app), reply('page'));
    expect(await ask(app, '/inner/late')).toBe('page');
    inner.route('/late');
    expect(await ask(app, '/inner/late')).toBe('page');
    inner.get('/late', reply('late'));
    expect(await ask(app, '/inner/late')).toBe('guard late');
    outer.get('/caf\u00E9/:id', reply('accent'));
    expect(await ask(app, '/caf%C3%A9/7')).toBe('guard accent');
    inner.stack.length = 0;
    expect(await ask(app, '/inner/late')).toBe('page');
  });

  test('is that of a router whose paths are read by other rules', async () => {
    const app = create();
    const exact = createRouter({ caseSensitive: true, strict: true });
    exact.get('/Exact', reply('exact')).get(/^\/e(x)p/, reply('expression'));
    app.register(
      (scope) => void scope.addHook('onRequest', trace('guard')).use(['/one', '/:two/three'], exact),
    );
    app.register((scope) => void scope.addHook('onRequest', trace('pathless')).use(exact));
    app.get(wildcard(app), reply('page'));
    expect(await ask(app, '/one/Exact')).toBe('guard exact');
    expect(await ask(app, '/7/three/exp')).toBe('guard expression');
    expect(await ask(app, '/Exact')).toBe('pathless exact');
    expect(await ask(app, '/exp')).toBe('pathless expression');
    expect(await ask(app, '/exact')).toBe('page');
    expect(await ask(app, '/Exact/')).toBe('page');
    const sensitive = create().enable('case sensitive routing').enable('strict routing');
    const any = createRouter().get('/Any', reply('any'));
    sensitive.register((scope) => void scope.addHook('onRequest', trace('guard')).use(any));
    sensitive.get(wildcard(app), reply('page'));
    expect(await ask(sensitive, '/aNY/')).toBe('guard any');
    expect(await ask(sensitive, '/any/other')).toBe('page');
  });

  test('is that of the application for the routes of routers that it mounts before', async () => {
    const app = create();
    const inner = createRouter().get('/deep', reply('deep'));
    app.use('/api', createRouter().get('/users', reply('users')).use(inner));
    app.register((spa) => void spa.addHook('onRequest', trace('spa')).get(wildcard(app), reply('page')));
    app.use('/late', createRouter().get('/x', reply('late')));
    for (const path of ['users', 'deep']) expect(await ask(app, `/api/${path}`)).toBe(path);
    expect(await ask(app, '/api/unknown')).toBe('spa page');
    expect(await ask(app, '/late/x')).toBe('spa page');
  });

  test('is that of the router with the route when several scopes mount one at the same path', async () => {
    const app = create();
    for (const name of ['one', 'two']) {
      app.register(
        (scope) => void scope.use(trace(`guard ${name}`)).use(createRouter().get(`/${name}`, reply(name))),
        { prefix: '/api' },
      );
    }
    expect(await ask(app, '/api/one')).toBe('guard one one');
    expect(await ask(app, '/api/two')).toBe('guard two two');
  });

  test('is that of a route for another method, as CORS needs', async () => {
    const app = create();
    app.register((scope) => {
      scope.use((req, res, next) => {
        res.set('X-Scope', 'pay');
        if (req.method === 'OPTIONS') res.sendStatus(204);
        else next();
      });
      scope.post('/pay/:id', reply('paid'));
    });
    app.register((other) => other.use(guard).get('/other', reply('other')), { prefix: '/pay' });
    const preflight = await send(app, '/pay/7', 'options');
    expect([preflight.status, preflight.headers['x-scope']]).toEqual([204, 'pay']);
    expect((await send(app, '/pay/7')).headers['x-scope']).toBe('pay');
    expect(await ask(app, '/pay/other/7', 'options')).toBe('guard');
  });

  test('is the one in the picture of docs/scope-rules.md', async () => {
    const app = create();
    app.addHook('onRequest', trace('application'));
    app.get('/', reply('index'));
    app.register(
      (admin) => {
        admin.addHook('onRequest', trace('admin')).use(trace('guard'));
        admin.register((users) => void users.addHook('onRequest', trace('users')).get('/', reply('list')), {
          prefix: '/users',
        });
      },
      { prefix: '/admin' },
    );
    app.register((shop) => {
      shop.addHook('onRequest', trace('shop'));
      shop.get('/cart', reply('cart'));
      shop.use('/img', (req, res, next) => reply('logo')(req, res, next));
    });
    app.get(wildcard(app), reply('page'));
    app.use(reply('end'));
    const scopes = {
      'GET /': 'application index',
      'GET /admin/users': 'application admin users guard list',
      'GET /admin/unknown': 'application page',
      'POST /admin/unknown': 'application admin guard end',
      'POST /admin/users/7': 'application admin users guard end',
      'POST /cart': 'application shop end',
      'GET /img/logo.png': 'application shop logo',
      'GET /elsewhere': 'application page',
    };
    for (const [request, expected] of Object.entries(scopes)) {
      const [method = '', path = ''] = request.split(' ');
      expect(await ask(app, path, method.toLowerCase()), request).toBe(expected);
    }
  });

  test('is not that of a sibling with the same prefix', async () => {
    const app = create();
    app.register((users) => users.use(guard).get('/users/:id', reply('user')), { prefix: '/api' });
    app.register((posts) => posts.get('/posts/:id', reply('post')).get('/:kind/:id', reply('any')), {
      prefix: '/api',
    });
    expect(await ask(app, '/api/posts/1')).toBe('post');
    expect(await ask(app, '/api/users/1')).toBe('guard');
    expect(await ask(app, '/api/other/1')).toBe('any');
    expect(await ask(app, '/api/unknown')).toBe('guard');
  });

  test('decides which error handlers see the errors of paths without a route', async () => {
    const app = create();
    app.use('/admin', () => {
      throw new Error('outside');
    });
    app.register(
      (scope) => void scope.setErrorHandler((error, _req, res) => res.json([`scope:${error.message}`])),
      { prefix: '/admin' },
    );
    app.setErrorHandler((error, _req, res) => res.json([`root:${error.message}`]));
    expect(await ask(app, '/admin/unknown')).toBe('scope:outside');
  });

  test('is found by every path of a list and of a regular expression', async () => {
    const app = create();
    const router = createRouter().get('/x', reply('router'));
    app.register((scope) => scope.use(trace('guard')).use(['/a', '/b'], router));
    app.register((scope) => scope.use(trace('guard')).use(/\/secret/, router));
    app.get(wildcard(app), reply('wide'));
    for (const path of ['/a/x', '/b/x', '/secret/x']) expect(await ask(app, path)).toBe('guard router');
    expect(await ask(app, '/b/y')).toBe('guard wide');
    expect(await ask(app, '/c/secret')).toBe('wide');
  });

  test('is that of the first route that the request can reach', async () => {
    const app = create();
    app.get('/admin/literal', reply('literal'));
    app.use((req, _res, next) => {
      if (req.url === '/moved') req.url = '/admin/literal';
      next();
    });
    app.register(
      (scope) => scope.addHook('onRequest', trace('hook')).use(trace('guard')).get('/own', trace('own')),
      { prefix: '/admin' },
    );
    app.post(/^\/admin/, reply('posted'));
    app.get(/^\/admin\/early/, trace('expression'));
    app.get('/admin/:id', trace('id'));
    app.get(wildcard(app), reply('wide'));
    expect(await ask(app, '/admin/literal')).toBe('literal');
    expect(await ask(app, '/moved')).toBe('id wide');
    expect(await ask(app, '/admin/7')).toBe('id wide');
    expect(await ask(app, '/admin/early')).toBe('expression id wide');
    expect(await ask(app, '/admin/own')).toBe('hook guard own id wide');
  });

  test('is not that of a mount that the request has passed', async () => {
    const app = create();
    app.register((scope) =>
      scope.addHook('onRequest', trace('hook')).use('/files', createRouter().get('/:name', reply('file'))),
    );
    app.use((req, _res, next) => {
      if (req.url === '/moved') req.url = '/files/a';
      next();
    });
    app.get('/:any/:other', reply('route'));
    expect(await ask(app, '/files/a')).toBe('hook file');
    expect(await ask(app, '/moved')).toBe('route');
  });

  test('stays when a route has passed the request on', async () => {
    const app = create();
    app.get('/admin/:id', trace('id'));
    app.register(
      (scope) =>
        scope.addHook('onRequest', trace('hook')).use(reply('files')).setNotFoundHandler(reply('not found')),
      { prefix: '/admin' },
    );
    app.use(reply('end'));
    expect(await ask(app, '/admin/7')).toBe('id end');
    expect(await ask(app, '/admin/a/b')).toBe('hook files');
  });

  test("does not depend on the application's routes for other methods", async () => {
    const app = create();
    app.register((scope) => scope.use(guard).use(createRouter().post('/mounted', reply('mounted'))), {
      prefix: '/p',
    });
    app.get('/p/root', reply('root'));
    app.register((other) => other.get('/mounted', reply('other')).get('/other', reply('other')), {
      prefix: '/p',
    });
    expect(await ask(app, '/p/root', 'post')).toBe('guard');
    expect(await ask(app, '/p/mounted', 'post')).toBe('guard');
    expect(await ask(app, '/p/mounted')).toBe('other');
  });

  test('has the errors of its guards', async () => {
    const app = create();
    app.register(
      (scope) => {
        scope.decorateRequest('user', null as string | null).addHook('onRequest', async (req) => {
          req.user = 'Ada';
        });
        scope.use('/failing', () => {
          throw new Error('refused');
        });
        scope.setErrorHandler((error, _req, res) => res.json([`scope:${error.message}`]));
      },
      { prefix: '/admin' },
    );
    app.get(wildcard(app), reply('wide'));
    app.setErrorHandler((error, _req, res) => res.json([`root:${error.message}`]));
    expect(await ask(app, '/admin/x')).toBe('wide');
    expect(await ask(app, '/admin/failing')).toBe('scope:refused');
  });

  test('is found for paths that cannot be decoded', async () => {
    const app = create();
    app.register((scope) => scope.use(guard).get('/:id', reply('id')), { prefix: '/admin' });
    app.get('/%FF', reply('literal'));
    expect(await ask(app, '/admin/%ff')).toBe('guard');
    expect(await ask(app, '/%ff')).toBe('literal');
  });
});

describe('a route in a scope that is compared with each request', () => {
  test('enters its scope before later routes, and keeps out siblings with the same prefix', async () => {
    const app = KINDS[2][1]();
    app.register((users) => users.use(guard).get('/users', reply('users')), { prefix: '/api' });
    app.register((posts) => posts.use(trace('posts')).get('/:kind?/x', reply('kind')), { prefix: '/api' });
    app.register((late) => void late.get('/late/x', reply('late')), { prefix: '/api' });
    expect(await ask(app, '/api/any/x')).toBe('posts kind');
    expect(await ask(app, '/api/late/x')).toBe('posts kind');
    expect(await ask(app, '/api/other')).toBe('guard');
  });
});
