import theirs, { type Application, type Router } from 'express';
import ours from 'nextpress/express';
import { expect, test } from 'vitest';
import { get } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';

type Register = (app: Application & Router, express: Express) => unknown;

/** An application with routes that send what they captured, and with what `register` adds. */
const tells =
  (register: Register) =>
  (express: Express): Application => {
    const app = express().set('env', 'production');
    register(app as Application & Router, express);
    return app;
  };

/** One route, which sends its params. */
const route = (path: unknown) =>
  tells((app) => app.get(path as string, (req, res) => res.json({ params: req.params })));

/** One mount, which sends the rest of the path. */
const mount = (path: unknown) =>
  tells((app) =>
    app.use(path as string, (req, res) => {
      res.json({ params: req.params, url: req.url, baseUrl: req.baseUrl });
    }),
  );

const both = (path: unknown, ...targets: string[]): Cases[string] => ({
  route: { app: route(path), asks: targets.map((target) => get(target)) },
  mount: { app: mount(path), asks: targets.map((target) => get(target)) },
});

/** A router mounted at /api, with one route. */
const inside = (path: unknown, options?: unknown) =>
  tells((app, express) => {
    const router = express.Router(options as object);
    router.get(path as string, (req, res) => res.json({ params: req.params, baseUrl: req.baseUrl }));
    router.route('').put((_req, res) => res.json('route'));
    app.use('/api/:outer', router);
  });

compare({
  'an empty path': {
    ...both('', '/', '/a', '//', '/a/'),
    inside: { app: inside(''), asks: [get('/api/1'), get('/api/1/'), get('/api/1/a'), get('/api/1//')] },
  },
  'a path without a slash at its start': both('api', '/api', '/', '/api/x'),
  'a name that repeats': both('/:a/:a', '/1/2', '/1'),
  'two wildcards in a segment': both('/*a-*b', '/1-2', '/1/2-3/4', '/1', '/-', '/a-b-c'),
  'a parameter after a wildcard': both('/*a-:b', '/1-2', '/1/2-3', '/1-2-3'),
  'nested groups': both('/a{/b{/:c}}', '/a', '/a/b', '/a/b/c', '/a/c'),
  'a group at the start': both('{/a}/b', '/a/b', '/b', '/c'),
  'several wildcards': both('/*a/x/*b', '/1/x/2', '/1/x/2/x/3', '/x/x/x'),
  'a quoted name': both('/:"a b"', '/1'),
  'a name in another script': both('/:имя', '/1', '/%20'),
  'an escaped character': both('/\\:a\\*', '/:a*', '/1'),
  'a list with a list': both(['/a', ['/b/:c', /^\/d(\d)/]], '/a', '/b/1', '/d2', '/e'),
  'an empty list': both([], '/', '/a'),
  'a list of empty lists': both([[], [[]]], '/', '/a'),
  'an empty list in a list': both([[], '/a'], '/', '/a', '/a/b', '/b'),
  'a regular expression with named groups': both(/^\/(?<year>\d{4})-(\d\d)/i, '/2024-01', '/2024-01/x', '/x'),
  'a path that is not text': {
    number: { app: route(7), asks: [get('/7'), get('/')] },
    null: { app: mount(null), asks: [get('/null'), get('/')] },
    undefined: { app: mount(undefined), asks: [get('/undefined'), get('/')] },
    'in a list': { app: route(['/a', 7]), asks: [get('/a'), get('/7')] },
  },
  'the options of Router': {
    null: { app: inside('/:b', null), asks: [get('/api/1/2')] },
    text: { app: inside('/:b', 'strict'), asks: [get('/api/1/2/')] },
    'an unknown option': { app: inside('/:b', { mergeparams: true }), asks: [get('/api/1/2')] },
    numbers: {
      app: inside('/B', { mergeParams: 1, caseSensitive: 1, strict: 0 }),
      asks: [get('/api/1/B/'), get('/api/1/b')],
    },
    'an empty text': {
      app: inside('/:b', { mergeParams: '', strict: 'yes' }),
      asks: [get('/api/1/2'), get('/api/1/2/')],
    },
  },
});

test.each(['/:', '/{a', '/a}', '/:"a', '/:""', '/:a:b', '/*a:b', '/a!', '/a\\', {}])(
  '%j is refused, as Express does',
  (path) => {
    for (const express of [theirs, ours as unknown as Express]) {
      expect(() => express().get(path as string, () => {})).toThrow(TypeError);
      expect(() => express().use(path as string, () => {})).toThrow(TypeError);
    }
  },
);
