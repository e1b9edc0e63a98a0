import type { Request, Response } from 'express';
import { ask, get, post } from './ask.ts';
import { compare, type Express } from './compare.ts';
import { RANGES } from './express4-ranges.ts';
import { type Old, registers, shows } from './express4-shows.ts';
import { VERSION_4 } from './version-4.ts';

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

compare(
  {
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
      'fails in the first layer when its parser throws': {
        app: (express) => {
          const app = express().disable('x-powered-by');
          app.set('query parser', () => {
            throw new Error('unreadable');
          });
          app.use((_req, res) => void res.end('passed'));
          app.use((error: Old, _req: Old, res: Old, _next: Old) => res.end(error.message));
          return app;
        },
        asks: [get('/?a=1')],
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
  },
  VERSION_4,
);
