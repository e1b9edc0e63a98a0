// What tools read of the layers, routes and routers of Express 4: expressions, keys, names, methods.
import { expect, test } from 'vitest';
import { get } from './ask.ts';
import { type Case, type Cases, compare } from './compare.ts';
import type { Old } from './express4-shows.ts';
import { reports } from './shows.ts';
import { VERSION_4 } from './version-4.ts';

const noop = (): void => {};

const shown = (layer: Old): unknown => ({
  name: layer.name,
  method: layer.method ?? null,
  params: layer.params ?? null,
  path: layer.path ?? null,
  regexp: String(layer.regexp),
  fastSlash: layer.regexp.fast_slash,
  fastStar: layer.regexp.fast_star,
  keys: layer.keys,
  handle: [typeof layer.handle, layer.handle.length < 4],
  route: layer.route && {
    path: String(layer.route.path),
    methods: layer.route.methods,
    handles: ['GET', 'get', 'HEAD', 'POST', 'PUT'].map((method) => layer.route._handles_method(method)),
    options: layer.route._options(),
    stack: layer.route.stack.map(shown),
  },
  stack: layer.name === 'router' ? layer.handle.stack.map(shown) : null,
  matches: ['/', '/a', '/a/b', '/A/b/', '/users/7', '/x.json', '/api//x'].map((path) => [
    layer.match(path),
    layer.params,
    layer.path ?? null,
    layer.regexp.test(path),
  ]),
});

const paths: readonly unknown[] = [
  ...[
    '/',
    '*',
    '/*',
    '/a',
    '/a/',
    '/users/:id',
    '/users/:id?',
    '/:file.:ext?',
    '/:a-:b',
    '/:id(\\d+)',
    '/:id(\\d*)',
  ],
  ...['/a(/x)?', '/(a|b)', '/ab?cd', '/:a/*', '/(x)/:y', '', '/a.b', '/é', '/:a+', '/:a*'],
  /^\/v(\d)(?:\/(?<name>\w+))?$/,
  ['/a', '/b/:c', /^\/d(e)$/, ['/f']],
  [],
  ['/a', [[]]],
];

/** An empty list is the root here, whose layer shows another expression. */
const prefixes = paths.filter((path) => !Array.isArray(path) || path.length > 0);

const layersOf = (register: (app: Old, express: Old) => void) =>
  reports((express: Old) => {
    const app = express();
    register(app, express);
    return app._router.stack.map(shown);
  });

const cases: Cases = {
  'the layers': {
    'of use()': layersOf((app) => {
      app.use(noop);
      for (const path of prefixes) app.use(path, noop);
    }),
    'of routes': layersOf((app) => {
      for (const path of paths) app.get(path, noop);
      app.all('/a', noop);
      app.route('/b').get(noop).post(noop, noop).all(noop);
    }),
    'of a case-sensitive and strict application': layersOf((app) => {
      app.enable('case sensitive routing').enable('strict routing');
      for (const path of paths) app.get(path, noop);
      for (const path of prefixes) app.use(path, noop);
    }),
    'of mounted routers and applications': layersOf((app, express) => {
      const router = express.Router({ caseSensitive: true, strict: true });
      router.get('/b/:c', noop).use('/d', noop);
      app.use('/a/:x', router).use(router).use('/e', express());
    }),
  },
  'the stack': {
    'begins with two layers': reports((express: Old) => {
      const app = express();
      const before = typeof app._router;
      app.lazyrouter();
      const names = app._router.stack.map((layer: Old) => layer.name);
      return [before, names, app._router.stack.map((layer: Old) => layer.handle.length)];
    }),
    'has them once': reports((express: Old) => {
      const app = express();
      app.param('a', noop).use(noop).lazyrouter();
      app.get('/', noop);
      return app._router.stack.map((layer: Old) => layer.name);
    }),
  },
  'a handler': {
    'is called by its layer': reports((express: Old) => {
      const app = express();
      const calls: unknown[] = [];
      app.use((_req: Old, _res: Old, next: Old) => next(calls.push('request')));
      app.use((error: Old, _req: Old, _res: Old, next: Old) => next(calls.push(error)));
      for (const layer of app._router.stack.slice(2)) {
        layer.handle_request({}, {}, (error: unknown) => calls.push(error ?? 'no error'));
        layer.handle_error('error', {}, {}, (error: unknown) => calls.push(error ?? 'no error'));
      }
      return calls;
    }),
  },
};

/** Routes in which the application replaces what one layer, by its index, matches. */
const changed = (index: number, change: (layer: Old) => void): Case => ({
  app: (express: Old) => {
    const app = express().set('env', 'production');
    const tells =
      (name: string): Old =>
      (req: Old, res: Old, next: Old) => {
        res.append('X-Way', `${name} ${req.baseUrl}|${req.url} ${JSON.stringify(req.params)}`);
        next();
      };
    app.use('/a', tells('prefix'));
    app.get('/a/:id', tells('param'));
    app.use((req: Old, res: Old) => res.end(req.url));
    change(app._router.stack[index + 2]);
    return app;
  },
  asks: ['/', '/a', '/a/b', '/a.b', '/b', '/b/', '/b/c?x=1', '/b/%zz', '/b.c', '/b-c', '/c/d/e', '/b/b'].map(
    (path) => get(path),
  ),
});

compare(
  {
    ...cases,
    'a layer': {
      'has the properties of Express 4': reports((express: Old) => {
        const app = express();
        app.use('/a', noop).get('/b/:c', noop);
        return app._router.stack.map((layer: Old) => {
          const { route: _, ...copy } = layer;
          const names = Object.keys(copy).sort();
          return [layer.constructor.name, names, JSON.stringify(copy.keys), String(copy.regexp)];
        });
      }),
      'of a prefix matches an expression that is assigned': changed(0, (layer) => {
        layer.regexp = /^\/b\/?(?=\/|$)/;
      }),
      'of a prefix matches an expression that is assigned and ends anywhere': changed(0, (layer) => {
        layer.regexp = /^\/b/;
      }),
      'of a prefix matches an expression that is assigned and begins anywhere': changed(0, (layer) => {
        layer.regexp = /\/b$/;
      }),
      'of a route matches an expression that is assigned': changed(1, (layer) => {
        layer.regexp = /^\/b\/([^/]+)$/i;
      }),
      'of a route matches an expression and keys that are assigned': changed(1, (layer) => {
        layer.regexp = /^\/(.)\/(.)\/(.)$/;
        layer.keys = ['x', 'y', 'z'].map((name) => ({ name, optional: false, offset: 0 }));
      }),
      'matches with a function that assigns the params and the path': changed(0, (layer) => {
        layer.match = function (this: Old, path: string) {
          this.params = { own: path };
          this.path = /^\/b[./]c$/.test(path) ? '/b' : undefined;
          return this.path !== undefined;
        };
      }),
      'matches with a function that calls the original': changed(0, (layer) => {
        const { match } = layer;
        layer.regexp = /^\/b/;
        layer.match = function (this: Old, path: string) {
          return match.call(this, path);
        };
      }),
    },
  },
  VERSION_4,
);

test('layer.match does not change the routes', () => {
  const app = (VERSION_4.ours as Old)();
  app.get('/a', noop);
  const [, , layer] = app._router.stack;
  const { regexp } = layer;
  layer.match('/a');
  expect([layer.path, layer.regexp === regexp]).toEqual(['/a', true]);
});
