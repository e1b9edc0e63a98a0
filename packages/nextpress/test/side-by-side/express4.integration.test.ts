import { createServer } from 'node:http';
import { listen } from '@nextpress-internal/test-kit';
import type { Application, Request, Response, Router } from 'express';
import theirs from 'express-4';
import { expect, test, vi } from 'vitest';
import { ask, get, head, post } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';

vi.stubEnv('NEXTPRESS_EXPRESS', '4');
vi.resetModules();
const { default: ours } = (await import('nextpress/express')) as unknown as { default: Express };
vi.unstubAllEnvs();
// Other files of this process get the default version.
vi.resetModules();

/** Members of version 4, which have no types. */
// biome-ignore lint/suspicious/noExplicitAny: version 4 has no types here
type Old = any;

/** An application that calls `act` with the response for every `GET`. */
const does =
  (
    act: (res: Response & Old, req: Request & Old) => unknown,
    prepare: (app: Application) => unknown = () => {},
  ) =>
  (express: Express): Application => {
    const app = express().set('env', 'production');
    prepare(app);
    return app.get('*', (req, res) => {
      act(res, req);
    });
  };

const shows = (
  read: (req: Request & Old, res: Response & Old) => unknown,
  prepare?: (app: Application) => unknown,
) => does((res, req) => res.json({ value: read(req, res) ?? null }), prepare);

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

const reads = (parser: (express: Express) => unknown) => (express: Express) => {
  const app = express().set('env', 'production');
  app.use(parser(express) as never);
  return app.use((req: Request, res: Response) => void res.json({ body: req.body ?? null }));
};

const bodies = [
  get('/'),
  post('/', 'application/json', '{"a":1}'),
  post('/', 'application/x-www-form-urlencoded', 'a[b]=1&c=2'),
  post('/', 'text/plain', 'text'),
  ask('POST', '/'),
  ask('POST', '/', { 'Content-Type': 'application/json', 'Content-Length': '0' }),
];

const registers =
  (register: (app: Application & Router & Old, express: Express & Old) => unknown) => (express: Express) => {
    const app = express().set('env', 'production');
    register(app as Application & Router & Old, express);
    return app;
  };

/** File names with text that needs quotes, escapes or another charset. */
const ATTACHED = ['a.xml', 'a b.txt', '"a".html', '€.png', '%41.txt', 'x/../b.css', 'a\x85.bin'];

const RANGES = [
  ...[
    'bytes=0-3',
    'bytes=a-3',
    'bytes=-',
    'bytes=3',
    'bytes=5-2',
    'bytes=0-3,x-y',
    'bytes=0-1e1',
    'bytes=0x1-5',
  ],
  ...[
    'bytes = 0-2',
    'bytes=--3',
    'bytes=-0',
    'bytes=0-3;',
    '0-3',
    'bytes=1.5-3',
    'bytes=-3.7',
    'bytes=0-,',
    'items=0-1',
  ],
];

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
    'an empty pattern': pattern('', '/', '/a'),
    'a list of patterns': pattern(['/a/:x', '/b(/:y)?', /^\/c(\d)(x)?/], '/a/1', '/b', '/b/2', '/c3', '/d'),
    'a regular expression': pattern(/^\/commits\/(\w+)(?:\.\.(\w+))?$/, '/commits/a', '/commits/a..b'),
    'a path that is not text': {
      undefined: { app: registers((app) => app.get(undefined, () => {})), asks: [] },
      number: { app: registers((app) => app.use(7, () => {})), asks: [] },
    },
    'the body': {
      'is undefined without a parser': {
        app: reads(() => (_q: unknown, _s: unknown, n: () => void) => n()),
        asks: bodies,
      },
      json: { app: reads((express) => express.json()), asks: bodies },
      urlencoded: { app: reads((express) => express.urlencoded()), asks: bodies },
      'urlencoded, extended': {
        app: reads((express) => express.urlencoded({ extended: true })),
        asks: bodies,
      },
      'urlencoded, simple': {
        app: reads((express) => express.urlencoded({ extended: false })),
        asks: bodies,
      },
      text: { app: reads((express) => express.text()), asks: bodies },
      'other code has read it': {
        app: reads((express) => [
          (req: Request, _res: Response, next: () => void) => void req.resume().once('end', next),
          express.json(),
          express.urlencoded({ extended: true }),
          (error: Old, _req: Request, res: Response, _next: Old) =>
            void res.status(error.status).send(`${error.message} ${error.type}`),
        ]),
        asks: bodies,
      },
      'is marked by the parser that has read it': {
        app: reads((express) => [
          express.json(),
          express.json(),
          (req: Old, res: Response) => void res.json([req._body, req.body]),
        ]),
        asks: bodies,
      },
      'another parser has read it': {
        app: reads((express) => [express.json(), express.urlencoded({ extended: true })]),
        asks: bodies,
      },
    },
    'the query': {
      'is extended': { app: shows((req) => req.query), asks: [get('/?a[b]=1&c[]=2&d=3&d=4'), get('/')] },
      'has arrays of many values': {
        app: shows((req) => [Array.isArray(req.query.a), Array.isArray(req.query.b)]),
        asks: [25, 1_000, 1_001].map((count) => get(`/?${'a=1&'.repeat(count)}b[900]=1`)),
      },
      'is extended without a parser': {
        app: shows(
          (req) => [req.query.a, Array.isArray(req.query.c)],
          (app) => delete (app.settings as Old)['query parser fn'],
        ),
        asks: [get(`/?a[b]=1${'&c=1'.repeat(25)}`)],
      },
      'is that of the target as it was sent': {
        app: shows(
          (req) => [req.query, req.url],
          (app) =>
            app.use((req, _res, next) => {
              req.url = '/other?to=http:/x';
              next();
            }),
        ),
        asks: [get('/?to=http://x'), get('/')],
      },
      'is that of the target before the application is called': {
        app: (express) => {
          const app = express();
          app.use((req, res) => void res.json([req.query, req.url]));
          return (req: Old, res: Old) => {
            req.url = '/other?b=2';
            app(req, res);
          };
        },
        asks: [get('/?a=1')],
      },
      simple: {
        app: shows(
          (req) => req.query,
          (app) => app.set('query parser', 'simple'),
        ),
        asks: [get('/?a[b]=1')],
      },
      'can be changed': {
        app: shows((req) => Object.assign(req.query, { page: 1 }) && req.query),
        asks: [get('/')],
      },
    },
    'members of req': {
      param: {
        app: registers((app, express) => {
          app.use(express.json());
          app.all('/:a', (req: Old, res: Old) =>
            res.json(['a', 'b', 'c', 'd'].map((name) => req.param(name, 'no') ?? null)),
          );
        }),
        asks: [get('/1?b=2&a=3'), post('/1?c=2', 'application/json', '{"b":5,"c":6}')],
      },
      host: { app: shows((req) => req.host), asks: [get('/', { Host: 'example.com:8080' })] },
      'acceptsCharset, acceptsEncoding and acceptsLanguage': {
        app: shows((req) => [
          req.acceptsCharset('utf-8'),
          req.acceptsEncoding('gzip'),
          req.acceptsLanguage('en'),
        ]),
        asks: [get('/', { 'Accept-Encoding': 'gzip', 'Accept-Language': 'de' })],
      },
    },
    'req.range': {
      'is lenient': {
        app: shows((req) => [req.range(10), req.range(10, { combine: true })]),
        asks: RANGES.map((range) => get('/', { Range: range })),
      },
    },
    'members of res': {
      'send(status)': { app: does((res) => res.send(404)), asks: [get('/')] },
      'send(status, body)': { app: does((res) => res.send(201, { a: 1 })), asks: [get('/')] },
      'send(body, status)': { app: does((res) => res.send('made', 201)), asks: [get('/'), head('/')] },
      'send(status, number)': { app: does((res) => res.send(200, 7)), asks: [get('/')] },
      'send of nothing': { app: does((res) => res.send()), asks: [get('/')] },
      'json(status, value)': { app: does((res) => res.json(400, { a: 1 })), asks: [get('/')] },
      'json(value, status)': { app: does((res) => res.json({ a: 1 }, 400)), asks: [get('/')] },
      'json(value, status) of a number': { app: does((res) => res.json(200, 201)), asks: [get('/')] },
      'jsonp(value, status) of a number': { app: does((res) => res.jsonp(200, 201)), asks: [get('/')] },
      attachment: {
        app: does((res, req) => res.attachment(req.query.name).send('x')),
        asks: ATTACHED.map((name) => get(`/?name=${encodeURIComponent(name)}`)),
      },
      download: {
        app: does((res, req) => res.download('package.json', req.query.name, { lastModified: false })),
        asks: ATTACHED.map((name) => get(`/?name=${encodeURIComponent(name)}`)),
      },
      'sendFile sends a charset in upper case': {
        app: does((res) => res.sendFile('package.json', { root: '.', lastModified: false })),
        asks: [get('/')],
      },
      'sendFile reads ranges leniently': {
        app: does((res) => res.sendFile('package.json', { root: '.', lastModified: false })),
        asks: RANGES.map((range) => get('/', { Range: range })),
      },
      'jsonp(status, value)': {
        app: does((res) => res.jsonp(400, { a: 1 })),
        asks: [get('/'), get('/?callback=f')],
      },
      'status of text': { app: does((res) => res.status('404').send('none')), asks: [get('/')] },
      sendStatus: { app: does((res) => res.sendStatus(499)), asks: [get('/')] },
      'redirect(url)': {
        app: does((res) => res.redirect('/b?c="d"')),
        asks: [get('/'), head('/'), get('/', { Accept: 'text/html' }), get('/', { Accept: 'image/png' })],
      },
      'redirect(url, status)': { app: does((res) => res.redirect('/b', 301)), asks: [get('/')] },
      'redirect(status, url)': { app: does((res) => res.redirect(301, '/b')), asks: [get('/')] },
      "redirect('back')": {
        app: does((res) => res.redirect('back')),
        asks: [get('/'), get('/', { Referer: '/x' })],
      },
      "location('back')": {
        app: does((res) => res.location('back').end()),
        asks: [get('/', { Referer: '/x' })],
      },
      clearCookie: { app: does((res) => res.clearCookie('a', { path: '/b', maxAge: 1000 }).end()), asks: [] },
      'vary without a field': { app: does((res) => res.vary([]).end()), asks: [get('/')] },
      sendfile: {
        app: does((res) => res.sendfile('package.json', (error: Error) => error && res.send(404))),
        asks: [],
      },
    },
    'members of the application': {
      del: {
        app: registers((app) => app.del('/a', (_req: Old, res: Old) => res.send('deleted'))),
        asks: [ask('DELETE', '/a')],
      },
      'app.router': {
        app: registers((app) => {
          let text = '';
          try {
            text = typeof app.router;
          } catch (error) {
            text = String(error);
          }
          const { ...members } = app;
          app.get('/', (_req: Old, res: Old) =>
            res.json([text, 'router' in members, Object.keys(app).includes('router')]),
          );
        }),
        asks: [get('/')],
      },
      _router: {
        app: registers((app) => {
          const before = typeof app._router;
          app.get('/', (_req: Old, res: Old) => res.json([before, typeof app._router.stack.at]));
        }),
        asks: [get('/')],
      },
      'param with a factory': {
        app: registers((app) => {
          app.param((_name: string, value: unknown) => {
            if (value instanceof RegExp) {
              return (_req: Old, _res: Old, next: Old, text: string) =>
                next(value.test(text) ? undefined : 'route');
            }
            return undefined;
          });
          app.param('id', /^\d+$/);
          app.param(':name', (req: Old, _res: Old, next: Old, name: string) => {
            req.named = name;
            next();
          });
          app.get('/:id', (_req: Old, res: Old) => res.send('id'));
          app.get('/:name', (req: Old, res: Old) => res.send(`name ${req.named}`));
        }),
        asks: [get('/7'), get('/x')],
      },
    },
    'a router': {
      'is the listener of a server': {
        app: (express) => {
          const router: Old = express.Router();
          router.get('/a', (req: Old, res: Old) => res.end(req.url));
          router.get('/error', () => {
            throw Object.assign(new Error('no'), { status: 418 });
          });
          return router;
        },
        asks: [get('/a?b=1')],
      },
      'reads the patterns of version 4': {
        app: registers((app, express) => {
          const router = express.Router({ mergeParams: true });
          router.get('/:b*', (req: Old, res: Old) => res.json(req.params));
          router.param(':c', (_req: Old, _res: Old, next: Old) => next());
          app.use('/:a', router);
        }),
        asks: [get('/1/2'), get('/1/2/3'), get('/1')],
      },
      'merges numbered params': {
        app: registers((app, express) => {
          const router = express.Router({ mergeParams: true });
          router.get('/(x)*/*', (req: Old, res: Old) => res.json(req.params));
          app.use('/a(b)?/*', router);
        }),
        asks: [get('/ab/c/xx/d'), get('/a/c/x/d')],
      },
      'responds to OPTIONS': {
        app: registers((app) => {
          app.get('/a', (_req: Old, res: Old) => res.send('a'));
          app.post('/a', (_req: Old, res: Old) => res.send('a'));
        }),
        asks: [ask('OPTIONS', '/a'), ask('OPTIONS', '/b')],
      },
      'handles errors': {
        app: registers((app) => {
          app.get('/a', () => {
            throw Object.assign(new Error('no'), { status: 418 });
          });
          app.get('/b', (_req: Old, _res: Old, next: Old) => next('route'));
          app.use((error: Old, _req: Old, res: Old, _next: Old) =>
            res.status(error.status).send(error.message),
          );
        }),
        asks: [get('/a'), get('/b')],
      },
      'gives params and the query a prototype': {
        app: registers((app) =>
          app.get('/:a', (req: Old, res: Old) => {
            res.json([Object.hasOwn(req.params, 'a'), Object.hasOwn(req.query, 'b'), String(req.params)]);
          }),
        ),
        asks: [get('/1?b=2'), get('/1')],
      },
    },
  },
  { theirs, ours },
);

test('the option chooses the version for one application', async () => {
  const { default: express } = await vi.importActual<{ default: Old }>('nextpress/express');
  expect(express({ compatibility: 4 }).get('query parser')).toBe('extended');
  expect(express({ compatibility: 5 }).get('query parser')).toBe('simple');
  expect(() => express({ compatibility: 3 })).toThrow(
    'Invalid option "compatibility": expected 4 or 5, got 3',
  );
});

test('the function has the members of Express 4', () => {
  for (const name of Object.keys(theirs)) {
    const { get: isRemoved } = Object.getOwnPropertyDescriptor(theirs, name) ?? {};
    if (isRemoved === undefined) expect(typeof (ours as Old)[name], name).toBe(typeof (theirs as Old)[name]);
  }
});

test('a router without next responds to what its layers do not', async () => {
  vi.stubEnv('NODE_ENV', 'test');
  const router: Old = (ours as Old).Router();
  router.get('/error', () => {
    throw Object.assign(new Error('no'), { status: 418 });
  });
  const server = await listen(createServer(router));
  const statuses = [];
  for (const path of ['/none', '/error']) statuses.push((await fetch(server.url + path)).status);
  await server.close();
  vi.unstubAllEnvs();
  expect(statuses).toEqual([404, 418]);
});

test('a pattern may be long', () => {
  const names = Array.from({ length: 500 }, (_, at) => `name-${at}`);
  for (const express of [theirs as Old, ours as Old]) {
    expect(() => express().get(`/:name(${names.join('|')})`, () => {})).not.toThrow();
  }
});

test('lib/utils has the functions of Express 4', async () => {
  const utils = await import('@nextpress/express/lib/utils');
  const paths = ['/a', 'a', 'c:\\a', 'c:/a', '\\\\a', ':a', ''];
  expect(paths.map(utils.isAbsolute)).toEqual([true, undefined, true, true, true, undefined, undefined]);
  expect(utils.flatten([1, [2, [3, [4]]]])).toEqual([1, 2, 3, 4]);
  expect(utils.contentDisposition('a.txt')).toMatch(/^attachment; filename/);
});
