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
      'another parser has read it': {
        app: reads((express) => [express.json(), express.urlencoded({ extended: true })]),
        asks: bodies,
      },
    },
    'the query': {
      'is extended': { app: shows((req) => req.query), asks: [get('/?a[b]=1&c[]=2&d=3&d=4'), get('/')] },
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
    'members of res': {
      'send(status)': { app: does((res) => res.send(404)), asks: [get('/')] },
      'send(status, body)': { app: does((res) => res.send(201, { a: 1 })), asks: [get('/')] },
      'send(body, status)': { app: does((res) => res.send('made', 201)), asks: [get('/'), head('/')] },
      'send(status, number)': { app: does((res) => res.send(200, 7)), asks: [get('/')] },
      'send of nothing': { app: does((res) => res.send()), asks: [get('/')] },
      'json(status, value)': { app: does((res) => res.json(400, { a: 1 })), asks: [get('/')] },
      'json(value, status)': { app: does((res) => res.json({ a: 1 }, 400)), asks: [get('/')] },
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
