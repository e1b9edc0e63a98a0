import { get } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { shows } from './shows.ts';

type App = ReturnType<Parameters<ReturnType<typeof shows>>[0]>;

const asks = [
  get('/?a[b]=1&callback=f&5=g', {
    Host: 'a.b.example.com',
    'X-Forwarded-For': '192.0.2.9, 203.0.113.7',
    'X-Forwarded-Proto': 'https',
  }),
];

/** Sends everything that depends on the settings. */
const seen = (set: (app: App) => void) => ({
  app: shows(
    (req) => [req.ip, req.ips, req.protocol, req.subdomains, req.query],
    (app) => set(app as App),
  ),
  asks,
});

/** Sends the error of a setting, and its value after that. */
const thrown = (name: string, value: unknown) => ({
  app: shows(
    (req) => [req.app.locals.message, req.app.get(name), req.ips, req.query],
    (app) => {
      try {
        app.set(name, value);
      } catch (error) {
        app.locals.message = `${(error as Error).name}: ${(error as Error).message}`;
      }
    },
  ),
  asks,
});

const each = <T>(values: readonly T[], make: (value: T) => Cases[string][string]): Cases[string] =>
  Object.fromEntries(values.map((value) => [`${typeof value} ${JSON.stringify(value)}`, make(value)]));

const odd = [undefined, null, '', 'x', '1', 5, -1, 1.5, true, false, [], {}] as const;

compare({
  'subdomain offset': each(odd, (value) => seen((app) => app.set('subdomain offset', value))),
  'json spaces': each(odd, (value) => seen((app) => app.set('json spaces', value))),
  'json replacer': each(odd, (value) => seen((app) => app.set('json replacer', value))),
  env: each(odd, (value) => seen((app) => app.set('env', value))),
  'jsonp callback name': each(odd, (value) => ({
    app: (express) => {
      const app = express().set('jsonp callback name', value as string);
      return app.get('/', (_req, res) => void res.jsonp({ a: 1 }));
    },
    asks,
  })),
  etag: each(['x', '', 5, null, undefined, {}], (value) => thrown('etag', value)),
  'query parser': each(['x', '', 5, null, undefined, {}], (value) => thrown('query parser', value)),
  'trust proxy': each(
    ['nonsense', 'loopback, x', '10.0.0.0/33', '10.0.0.0/x', '1', -1, 1.5, 0, null, undefined, {}, ['x']],
    (value) => thrown('trust proxy', value),
  ),
  'compiled functions': {
    'trust proxy fn': seen((app) => app.set('trust proxy fn', () => true)),
    'trust proxy fn before trust proxy': seen((app) =>
      app.set('trust proxy fn', () => true).set('trust proxy', false),
    ),
    'trust proxy fn, and another setting after it': seen((app) =>
      app.set('trust proxy fn', () => true).set('json spaces', 1),
    ),
    'query parser fn': seen((app) => app.set('query parser fn', (query: string) => ({ own: query }))),
    'query parser fn that is undefined': seen((app) => app.set('query parser fn', undefined)),
    'etag fn': seen((app) =>
      app.set('etag fn', (body: unknown, encoding: string) => `"${Buffer.isBuffer(body)} ${encoding}"`),
    ),
    'etag fn that is a string': seen((app) => app.set('etag fn', 'x')),
    'of a mounted application': {
      app: (express) => {
        const inner = express().get('/', (req, res) => void res.json([req.ip, req.query]));
        const outer = express().use(inner);
        outer.set('trust proxy fn', () => true).set('query parser fn', () => ({ outer: true }));
        return outer;
      },
      asks,
    },
    'as they are read': {
      app: shows((req) =>
        ['trust proxy fn', 'query parser fn', 'etag fn'].map((name) => typeof req.app.get(name)),
      ),
      asks,
    },
    'query parser fn of the simple parser, called': {
      app: shows((req) => req.app.get('query parser fn')('a=1&a=2&b=%20+?')),
      asks,
    },
  },
} satisfies Cases);
