import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { expect, test } from 'vitest';
import { ask, get } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { type Old, registers } from './express4-shows.ts';
import { reports } from './shows.ts';
import { VERSION_4 } from './version-4.ts';

/** Functions that an empty list of paths guards, registered by `guard`, before a route that responds. */
const guarded = (guard: (app: Old, express: Old, show: (name: string) => RequestHandler) => unknown) => ({
  app: registers((app, express) => {
    const show =
      (name: string): RequestHandler =>
      (req, res, next) => {
        res.append(
          'X-Way',
          `${name} ${req.baseUrl}|${req.url} ${req.route?.path} ${JSON.stringify(req.params)}`,
        );
        next();
      };
    guard(app, express, show);
    app.use((_req: Request, res: Response) => void res.send('end'));
  }),
  asks: ['/', '/a/b?q', '//a', '/a/'].flatMap((target) =>
    ['GET', 'POST', 'HEAD', 'OPTIONS', 'M-SEARCH'].map((method) => ask(method, target)),
  ),
});

/** One route and one mount, which send what they captured. */
const pattern = (path: unknown, ...targets: string[]): Cases[string] => ({
  route: {
    app: (express) => express().get(path as string, (req, res) => void res.json(req.params)),
    asks: targets.map((target) => get(target)),
  },
  mount: {
    app: (express) =>
      express().use(path as string, (req: Request, res: Response) => {
        res.json({ params: req.params, url: req.url, baseUrl: req.baseUrl });
      }),
    asks: targets.map((target) => get(target)),
  },
});

const MIXED_LISTS: readonly (readonly unknown[])[] = [
  ['/x', /^\/a/],
  [/^\/a/],
  [/^\/a/i],
  ['/x', /^\/a/i],
  [[/^\/a$/], ['/x', [/^\/b$/i]]],
  [/b/, '/a'],
  [/b/, []],
  ['/a', /b/],
  [/\/b/y, /c/g],
  [/B$/, /^\/A/],
  [/^\/a/, '/ab'],
  [/^\/(a)(x)?/, '/:x', '/b/:y', /(?<z>c)/],
  ['/:x/:y', /^\/(?<x>.)(.)/, /b(.)$/],
  ['/a*', /^\/b(.)/],
  [/^\/(?:a|b)|^\/c/, '/d'],
  [/^\/\u{61}/u, /^\/./s],
  [/(?:)/, '/a'],
  [/^\/a$/m, '/x'],
  [[], '/:x'],
];

const LIST_TARGETS = [
  '/',
  '/a',
  '/A',
  '/a/b',
  '/A/B',
  '/b',
  '/B/c',
  '/ab',
  '/x',
  '/X',
  '/c',
  '/a.b',
  '/b/a',
  '/b/a/b/',
  '/d',
  '//a',
  '/aab',
];

/** A list with regular expressions, which Express 4 joins. */
const mixed = (path: readonly unknown[], caseSensitive: boolean): Cases[string] => {
  const show =
    (name: string): RequestHandler =>
    (req, res, next) => {
      res.append('X-Way', `${name} ${req.baseUrl}|${req.url} ${JSON.stringify(Object.entries(req.params))}`);
      next();
    };
  return {
    'as a route and as a prefix': {
      app: registers((app) => {
        if (caseSensitive) app.enable('case sensitive routing');
        app.use(path, show('use')).all(path, show('all'));
        app.param('x', show('param')).use((_req: Request, res: Response) => void res.send('end'));
      }),
      asks: LIST_TARGETS.map((target) => get(target)),
    },
    'in the layers': reports((express: Old) => {
      const router = express.Router({ caseSensitive });
      router.use(path, () => {}).get(path, () => {});
      return router.stack.flatMap((layer: Old) =>
        LIST_TARGETS.map((target) => [layer.match(target), layer.params, layer.path, String(layer.regexp)]),
      );
    }),
  };
};

compare(
  {
    'the pattern *': pattern('*', '/', '/a/b', '/a%20b'),
    'the pattern /*': pattern('/*', '/', '/a/b'),
    'the pattern /a*': pattern('/a*', '/a', '/abc/d', '/b'),
    'the pattern /a/*/b': pattern('/a/*/b', '/a/x/b', '/a/x/y/b', '/a/b'),
    'the pattern /?*': pattern('/?*', '/', '/a/b'),
    'the pattern /a(/x)?': pattern('/a(/x)?', '/a', '/a/x', '/a/y'),
    'the pattern /:a?': pattern('/:a?', '/', '/1', '/1/2'),
    'the pattern /:a/:b?': pattern('/:a/:b?', '/1', '/1/2', '/1/'),
    'the pattern /:a(\\d+)': pattern('/:a(\\d+)', '/1', '/a', '/1a'),
    'the pattern /:a-:b': pattern('/:a-:b', '/1-2', '/1-2-3'),
    'the pattern /:a.:b?': pattern('/:a.:b?', '/1', '/1.2', '/1.2.3'),
    'the pattern /(a|b)': pattern('/(a|b)', '/a', '/b', '/c'),
    'the pattern /ab?cd': pattern('/ab?cd', '/acd', '/abcd', '/abbcd'),
    'the pattern /ab+cd': pattern('/ab+cd', '/abcd', '/abbbcd', '/acd'),
    'the pattern /ab(cd)?e': pattern('/ab(cd)?e', '/abe', '/abcde'),
    'the pattern /:a([0-9a-f]{4})': pattern('/:a([0-9a-f]{4})', '/12af', '/12a'),
    'the pattern /:a+': pattern('/:a+', '/1', '/1/2'),
    'the pattern /:a*': pattern('/:a*', '/1', '/1/2'),
    'a prefix before an empty segment': pattern('/api', '/api//admin', '/api/', '/api///x', '//api'),
    'a parameter before an empty segment': pattern('/:a', '/x//admin', '/x/'),
    'the root': pattern('/', '/', '//', '//x'),
    'an empty pattern': pattern('', '/', '/a', '//a', '//'),
    'an empty pattern in a list': pattern([''], '/', '/a', '//a', '//'),
    'a list of patterns': pattern(['/a/:x', '/b(/:y)?', /^\/c(\d)(x)?/], '/a/1', '/b', '/b/2', '/c3', '/d'),
    ...Object.fromEntries(
      [false, true].flatMap((caseSensitive) =>
        MIXED_LISTS.map((list) => [
          `the list ${String(list.map(String))}${caseSensitive ? ', case-sensitive' : ''}`,
          mixed(list, caseSensitive),
        ]),
      ),
    ),
    'an empty list of paths guards every path with': {
      'app.use()': guarded((app, _, show) => app.use([], show('a')).use([[], []], show('b'), [show('c')])),
      'a list of holes': guarded((app, _, show) =>
        app.use(new Array(2), show('use')).get([[], new Array(1)], show('get')),
      ),
      'app.use() of an error handler': guarded((app, _, show) => {
        app.use([], (_req: Request, _res: Response, next: NextFunction) => next(new Error('no')));
        app.use([[]], (_error: Error, ...[req, res, next]: Parameters<RequestHandler>) =>
          show('caught')(req, res, next),
        );
        app.use([[]], (_error: Error, req: Request, res: Response, next: NextFunction) =>
          show('caught')(req, res, next),
        );
      }),
      'app.use() of a router': guarded((app, express, show) =>
        app.use([], express.Router().use(show('use')).get('/a/:b', show('get')).all([], show('all'))),
      ),
      'app.use() of an application': guarded((app, express, show) => {
        const inner = express();
        inner.on('mount', () => app.use(show(JSON.stringify([inner.mountpath, inner.path()]))));
        app.use([], inner.use([], show('use')).get([], show('get')));
      }),
      'a method of an application': guarded((app, _, show) => {
        app.get([], show('get')).post([], show('post')).head([[]], show('head'));
        app
          .options([], show('options'))
          ['m-search']([], show('m-search'))
          .all([], show('all'), [show('b')]);
      }),
      'route() of an application': guarded((app, _, show) =>
        app.route([]).all(show('all')).get(show('get')).post(show('post')),
      ),
      'a router': guarded((app, express, show) => {
        const router = express.Router({ strict: true, caseSensitive: true, mergeParams: true });
        router.use([], show('use')).get([], show('get')).all([[], []], show('all'));
        router.route([]).post(show('route'));
        app.use('/:outer', router);
      }),
      'a param callback': guarded((app, _, show) =>
        app
          .param([], show('never'))
          .param(['b', 'c'], show('param'))
          .use(['/a/:b', []], show('use'))
          .get([[], '/:c'], show('get')),
      ),
    },
    'an empty list': pattern([], '/', '/a/b', '/a%20b?q', '//a'),
    'a list of empty lists': pattern([[], [[]]], '/', '/a/b'),
    'an empty list before a pattern': pattern([[], '/a'], '/', '/a/b', '/b'),
    'an empty list after a pattern': pattern(['/a', [], '/b'], '/', '/a/b', '/b', '/c'),
    'a regular expression that ends the path': pattern(/\/a$/, '/a', '/b/a', '/a/a', '/a/b/a', '/a.b/a'),
    'a regular expression': pattern(/^\/commits\/(\w+)(?:\.\.(\w+))?$/, '/commits/a', '/commits/a..b'),
    'a path that is not text': {
      undefined: { app: registers((app) => app.get(undefined, () => {})), asks: [] },
      number: { app: registers((app) => app.use(7, () => {})), asks: [] },
    },
  },
  VERSION_4,
);

test('a pattern may be long', () => {
  const names = Array.from({ length: 500 }, (_, at) => `name-${at}`);
  for (const express of [VERSION_4.theirs as Old, VERSION_4.ours as Old]) {
    expect(() => express().get(`/:name(${names.join('|')})`, () => {})).not.toThrow();
  }
});
