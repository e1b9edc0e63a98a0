import { get } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { does, shows } from './shows.ts';

const data = { b: '<script>&</script>', a: [1, 'é'], nested: { b: null } };
const paths = ['/a', '/a/', '/A', '/A/', '/b', '/b/'].map((path) => get(path));

const cases: Cases = {
  'case sensitive routing': {
    on: {
      app: (express) =>
        express()
          .enable('case sensitive routing')
          .get('/a', (_req, res) => void res.end('a')),
      asks: paths,
    },
    'on, for prefixes': {
      app: (express) =>
        express()
          .enable('case sensitive routing')
          .use('/a', (_req, res) => void res.end('a')),
      asks: paths,
    },
    off: {
      app: (express) =>
        express()
          .disable('case sensitive routing')
          .get('/a', (_req, res) => void res.end('a')),
      asks: paths,
    },
  },
  'strict routing': {
    on: {
      app: (express) =>
        express()
          .enable('strict routing')
          .get('/a', (_req, res) => void res.end('a'))
          .get('/b/', (_req, res) => void res.end('b')),
      asks: paths,
    },
    'on, for prefixes': {
      app: (express) =>
        express()
          .enable('strict routing')
          .use('/a', (_req, res) => void res.end('a')),
      asks: paths,
    },
  },
  etag: {
    strong: {
      app: does(
        (res) => res.send('hello'),
        (app) => app.set('etag', 'strong'),
      ),
      asks: [get('/')],
    },
    weak: {
      app: does(
        (res) => res.send('hello'),
        (app) => app.set('etag', 'weak'),
      ),
      asks: [get('/')],
    },
    true: {
      app: does(
        (res) => res.send('hello'),
        (app) => app.set('etag', true),
      ),
      asks: [get('/')],
    },
    false: {
      app: does(
        (res) => res.send('hello'),
        (app) => app.set('etag', false),
      ),
      asks: [get('/')],
    },
    'a function': {
      app: does(
        (res) => res.send('hello'),
        (app) => app.set('etag', (body: Buffer) => `"${Buffer.isBuffer(body) ? body.length : 'text'}"`),
      ),
      asks: [get('/'), get('/', { 'If-None-Match': '"5"' })],
    },
    'a function for bytes and JSON': {
      app: (express) => {
        const app = express().set(
          'etag',
          (body: Buffer, encoding: unknown) => `"${body.length}-${encoding}"`,
        );
        app.get('/bytes', (_req, res) => void res.send(Buffer.from('abc')));
        app.get('/json', (_req, res) => void res.json({ a: 'é' }));
        return app.get('/none', (_req, res) => void res.send());
      },
      asks: [get('/bytes'), get('/json'), get('/none')],
    },
  },
  env: {
    production: {
      app: does(
        () => {
          throw new Error('secret');
        },
        (app) => app.set('env', 'production'),
      ),
      asks: [get('/')],
    },
    development: {
      app: does(
        () => {
          throw new Error('shown');
        },
        (app) => app.set('env', 'development'),
      ),
      asks: [get('/')],
    },
    test: {
      app: does(
        () => {
          throw new Error('shown');
        },
        (app) => app.set('env', 'test'),
      ),
      asks: [get('/')],
    },
  },
  'json escape': {
    on: {
      app: does(
        (res) => res.json(data),
        (app) => app.enable('json escape'),
      ),
      asks: [get('/')],
    },
    'on, for JSONP': {
      app: does(
        (res) => res.jsonp(data),
        (app) => app.enable('json escape'),
      ),
      asks: [get('/'), get('/?callback=f')],
    },
  },
  'json replacer': {
    'a function': {
      app: does(
        (res) => res.json(data),
        (app) =>
          app.set('json replacer', (key: string, value: unknown) => (key === 'b' ? 'replaced' : value)),
      ),
      asks: [get('/')],
    },
    'a list': {
      app: does(
        (res) => res.json(data),
        (app) => app.set('json replacer', ['a']),
      ),
      asks: [get('/')],
    },
  },
  'json spaces': {
    'a number': {
      app: does(
        (res) => res.json(data),
        (app) => app.set('json spaces', 2),
      ),
      asks: [get('/')],
    },
    'a text': {
      app: does(
        (res) => res.json(data),
        (app) => app.set('json spaces', '\t'),
      ),
      asks: [get('/')],
    },
    'for send and JSONP': {
      app: (express) =>
        express()
          .set('json spaces', 1)
          .get('/send', (_req, res) => void res.send(data))
          .get('/jsonp', (_req, res) => void res.jsonp(data)),
      asks: [get('/send'), get('/jsonp'), get('/jsonp?callback=f')],
    },
  },
  'jsonp callback name': {
    another: {
      app: does(
        (res) => res.jsonp(1),
        (app) => app.set('jsonp callback name', 'cb'),
      ),
      asks: [get('/?cb=f'), get('/?callback=f')],
    },
  },
  'query parser': {
    simple: {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', 'simple'),
      ),
      asks: [get('/?a[b]=1&a=2&a=3')],
    },
    true: {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', true),
      ),
      asks: [get('/?a[b]=1&a=2')],
    },
    false: {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', false),
      ),
      asks: [get('/?a=2'), get('/')],
    },
    extended: {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', 'extended'),
      ),
      asks: [
        '/?user[name][first]=tobi&user[email]=a%40b',
        '/?a[]=b&a[]=c',
        '/?a[0]=b&a[25]=c',
        '/?a[b]=c&a=d',
        '/?a.b=c',
        '/?a=b&a=c',
        '/?a&b=',
        '/?toString=1&hasOwnProperty[x]=2',
        '/?a[b][c][d][e][f][g][h]=deep',
        '/?%5Bx%5D=1&a%5Bb%5D=2',
      ].map((target) => get(target)),
    },
    'extended, with a malformed escape': {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', 'extended'),
      ),
      asks: [get('/?a=%E4%BD&b=+x')],
    },
    'a function': {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', (query: string | null) => ({ given: query })),
      ),
      asks: [get('/?a')],
    },
    'a function, without a query': {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', (query: string | null) => ({ given: query })),
      ),
      asks: [get('/')],
    },
    'as the compiled function': {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser fn', () => ({ own: true })),
      ),
      asks: [get('/?a')],
    },
  },
  'subdomain offset': {
    one: {
      app: shows(
        (req) => req.subdomains,
        (app) => app.set('subdomain offset', 1),
      ),
      asks: [get('/', { Host: 'a.b.c' })],
    },
  },
  'trust proxy': {
    "makes the whole request the client's": {
      app: shows(
        (req) => [req.ip, req.ips, req.protocol, req.secure, req.host, req.hostname],
        (app) => app.set('trust proxy', 'loopback, 10.0.0.0/8'),
      ),
      asks: [
        get('/', {
          'X-Forwarded-For': '192.0.2.9, 203.0.113.7, 10.1.2.3',
          'X-Forwarded-Proto': 'https',
          'X-Forwarded-Host': 'outer.example:444',
        }),
      ],
    },
    'changed later counts': {
      app: (express) => {
        const app = express();
        return app.use((req, res) => {
          const before = req.ip;
          app.set('trust proxy', true);
          const after = req.ip;
          app.set('trust proxy', false);
          res.end(`${before} ${after}`);
        });
      },
      asks: [get('/', { 'X-Forwarded-For': '203.0.113.7' })],
    },
  },
  'x-powered-by': {
    on: { app: does((res) => res.end()), asks: [get('/'), get('/', {})] },
    off: {
      app: does(
        (res) => res.end(),
        (app) => app.disable('x-powered-by'),
      ),
      asks: [get('/')],
    },
    'taken away by a handler': {
      app: does((res) => (res.removeHeader('X-Powered-By') as never) ?? res.end()),
      asks: [get('/')],
    },
    'off in a mounted application': {
      app: (express) => {
        const inner = express().get('/', (_req, res) => void res.end('inner'));
        return express().disable('x-powered-by').use('/in', inner);
      },
      asks: [get('/in')],
    },
    'on in a mounted application that says so': {
      app: (express) => {
        const inner = express()
          .enable('x-powered-by')
          .get('/', (_req, res) => void res.end('inner'));
        return express().disable('x-powered-by').use('/in', inner);
      },
      asks: [get('/in')],
    },
  },
};

compare(cases);
