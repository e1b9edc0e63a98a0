import cookieParser from 'cookie-parser';
import type { Application, Request } from 'express';
import { ask, get, head, post } from './ask.ts';
import { type Cases, compare } from './compare.ts';
import { shows } from './shows.ts';

const accepting = (field: string, ...values: string[]) => [
  get('/'),
  ...values.map((value) => get('/', { [field]: value })),
];

/** The headers of a proxy. */
const forwarded = [
  get('/'),
  get('/', { 'X-Forwarded-For': '203.0.113.7' }),
  get('/', { 'X-Forwarded-For': '203.0.113.7, 10.0.0.1,198.51.100.2' }),
  get('/', { 'X-Forwarded-For': ['203.0.113.7', '10.0.0.1'] }),
  get('/', { 'X-Forwarded-For': '' }),
  get('/', { 'X-Forwarded-Proto': 'https' }),
  get('/', { 'X-Forwarded-Proto': 'https , http' }),
  get('/', { 'X-Forwarded-Host': 'outer.example:8443' }),
  get('/', { 'X-Forwarded-Host': 'outer.example , inner.example' }),
];

/** Every type of value of `trust proxy`. */
const trusts: Readonly<Record<string, unknown>> = {
  'trusting no proxy': false,
  'trusting everybody': true,
  'trusting one hop': 1,
  'trusting two hops': 2,
  'trusting no hop': 0,
  'trusting loopback': 'loopback',
  'trusting names in one text': 'loopback, linklocal, uniquelocal',
  'trusting an address': '127.0.0.1',
  'trusting a list': ['loopback', '198.51.100.0/24'],
  'trusting a subnet with a mask': '127.0.0.0/255.0.0.0',
  'trusting another': '192.0.2.1',
  'trusting by a function': (address: string, hop: number) => address === '127.0.0.1' || hop === 1,
};

function trusting(read: (req: Request) => unknown) {
  const entries = Object.entries(trusts).map(([name, trust]) => [
    name,
    { app: shows(read, (app) => app.set('trust proxy', trust)), asks: forwarded },
  ]);
  return Object.fromEntries(entries);
}

/** Reads again inside a router that is mounted under two prefixes. */
const inMounts = (
  read: (req: Request) => unknown,
): ((express: Parameters<ReturnType<typeof shows>>[0]) => Application) => {
  return (express) => {
    const inner = express.Router();
    inner.get('/:name', (req, res) => {
      res.end(JSON.stringify(read(req) ?? 'undefined'));
    });
    const outer = express.Router().use('/b', inner);
    return express()
      .use('/a', outer)
      .use((req, res) => {
        res.end(JSON.stringify(read(req) ?? 'undefined'));
      });
  };
};

const conditional = [
  get('/'),
  get('/', { 'If-None-Match': '"a"' }),
  get('/', { 'If-None-Match': 'W/"a"' }),
  get('/', { 'If-None-Match': '"b", W/"a"' }),
  get('/', { 'If-None-Match': '"b"' }),
  get('/', { 'If-None-Match': '*' }),
  get('/', { 'If-None-Match': '"a"', 'Cache-Control': 'no-cache' }),
  get('/', { 'If-None-Match': '"a"', 'Cache-Control': 'max-age=0' }),
  get('/', { 'If-Modified-Since': 'Wed, 02 Jan 2019 00:00:00 GMT' }),
  get('/', { 'If-Modified-Since': 'Mon, 31 Dec 2018 00:00:00 GMT' }),
  get('/', { 'If-Modified-Since': 'not a date' }),
  get('/', { 'If-None-Match': '"b"', 'If-Modified-Since': 'Wed, 02 Jan 2019 00:00:00 GMT' }),
  head('/', { 'If-None-Match': '"a"' }),
  ask('POST', '/', { 'If-None-Match': '"a"' }),
];

const validated =
  (read: (req: Request) => unknown, status = 200) =>
  (express: Parameters<ReturnType<typeof shows>>[0]): Application =>
    express().use((req, res) => {
      res.statusCode = status;
      res.setHeader('ETag', '"a"');
      res.setHeader('Last-Modified', 'Tue, 01 Jan 2019 00:00:00 GMT');
      res.end(String(read(req)));
    });

const cases: Cases = {
  'req.accepts': {
    'without a type lists all': {
      app: shows((req) => req.accepts()),
      asks: accepting('Accept', 'text/html, application/json;q=0.5, */*;q=0.1', 'text/*', 'a', ''),
    },
    'chooses by quality': {
      app: shows((req) => [
        req.accepts('html'),
        req.accepts('json', 'text'),
        req.accepts(['html', 'json']),
        req.accepts(['application/json', 'text/plain']),
        req.accepts('image/*'),
        req.accepts('unknown-extension'),
      ]),
      asks: accepting(
        'Accept',
        'text/html',
        'application/json',
        'text/*;q=.5, application/json',
        'text/html;q=0',
        'text/html;level=1, text/html;level=2;q=0.3',
        'image/png',
        '*/*',
        'text/plain;q=0.5, */*;q=0.1',
      ),
    },
    'chooses by specificity and parameters': {
      app: shows((req) => [
        req.accepts(['text/html;level=1', 'text/html']),
        req.accepts(['text/plain; charset=utf-8', 'html']),
      ]),
      asks: accepting(
        'Accept',
        'text/html;level=1',
        'text/html;level=2',
        'text/*;q=0.2, text/html',
        'TEXT/HTML',
      ),
    },
  },
  'req.acceptsEncodings': {
    'lists and chooses': {
      app: shows((req) => [
        req.acceptsEncodings(),
        req.acceptsEncodings('gzip'),
        req.acceptsEncodings('br', 'gzip', 'identity'),
        req.acceptsEncodings(['deflate', 'identity']),
      ]),
      asks: accepting(
        'Accept-Encoding',
        'gzip, deflate',
        'gzip;q=0.5, br',
        '*',
        'identity;q=0',
        '*;q=0',
        'GZIP',
        '',
      ),
    },
  },
  'req.acceptsCharsets': {
    'lists and chooses': {
      app: shows((req) => [
        req.acceptsCharsets(),
        req.acceptsCharsets('utf-8'),
        req.acceptsCharsets('iso-8859-1', 'utf-8'),
        req.acceptsCharsets(...['us-ascii']),
      ]),
      asks: accepting('Accept-Charset', 'utf-8', 'utf-8;q=0.2, iso-8859-1', '*', 'UTF-8', 'utf-8;q=0'),
    },
  },
  'req.acceptsLanguages': {
    'lists and chooses': {
      app: shows((req) => [
        req.acceptsLanguages(),
        req.acceptsLanguages('en'),
        req.acceptsLanguages('de', 'en-GB'),
        req.acceptsLanguages(...['fr', 'en']),
      ]),
      asks: accepting('Accept-Language', 'en', 'en-US, de;q=0.5', 'en-GB;q=0.3, fr', '*', 'EN', 'en;q=0'),
    },
  },
  'req.app': {
    'is the application': {
      app: (express) => {
        const app = express();
        return app.use((req, res) => {
          res.end(String(req.app === app && res.app === app));
        });
      },
      asks: [get('/')],
    },
    'is the mounted one inside a mount and the outer one after it': {
      app: (express) => {
        const app = express().set('title', 'outer');
        const inner = express().set('title', 'inner');
        inner.use((req, res, next) => {
          res.setHeader('X-Inside', `${req.app.get('title')} ${res.app.get('title')}`);
          next();
        });
        return app.use('/in', inner).use((req, res) => {
          res.end(`${req.app.get('title')} ${res.app.get('title')}`);
        });
      },
      asks: [get('/in'), get('/out')],
    },
  },
  'req.baseUrl': {
    'grows by mounts': {
      app: inMounts((req) => [req.baseUrl, req.url]),
      asks: [get('/'), get('/a/b/c?d=e'), get('/A/b/c')],
    },
  },
  'req.body': {
    'is undefined until something reads it': {
      app: shows((req) => req.body),
      asks: [get('/')],
    },
    'can be assigned': {
      app: (express) =>
        express()
          .use((req, _res, next) => {
            req.body = { assigned: true };
            next();
          })
          .use((req, res) => {
            res.end(JSON.stringify(req.body));
          }),
      asks: [get('/'), post('/', 'text/plain', 'ignored')],
    },
  },
  'req.cookies': {
    'is what cookie-parser sets': {
      app: shows(
        (req) => [{ ...req.cookies }, { ...req.signedCookies }, (req as { secret?: unknown }).secret],
        (app) => app.use(cookieParser('secret')),
      ),
      asks: [
        get('/'),
        get('/', { Cookie: 'a=1; b=%20x; j=j%3A%7B%22c%22%3A1%7D' }),
        get('/', { Cookie: 's=s%3Atobi.wXhL5Jf5%2FR2hLeN0aT5nLyJ%2FAdWyeGmEXxDkyXhBVBk' }),
      ],
    },
    'is undefined without it': { app: shows((req) => [req.cookies, req.signedCookies]), asks: [get('/')] },
  },
  'req.signedCookies': {
    'reads what res.cookie signed': {
      app: (express) =>
        express()
          .use(cookieParser('keyboard cat'))
          .get('/set', (_req, res) => {
            res.cookie('name', 'tobi', { signed: true }).end();
          })
          .get('/', (req, res) => {
            res.end(JSON.stringify({ ...req.signedCookies }));
          }),
      asks: [
        get('/set'),
        get('/', { Cookie: 'name=s%3Atobi.invalid' }),
        get('/', { Cookie: 'name=s%3Atobi.jvmnm5Q4SvjKcG9TdnD4WAyR9dPjMzA9RzLTLvqUBY0' }),
      ],
    },
  },
  'req.fresh': {
    'compares validators': { app: validated((req) => req.fresh), asks: conditional },
    'is false for other statuses': { app: validated((req) => req.fresh, 404), asks: conditional },
    'is false without validators': { app: shows((req) => req.fresh), asks: conditional },
  },
  'req.stale': {
    'is the contrary of fresh': { app: validated((req) => req.stale), asks: conditional },
  },
  'req.get': {
    'reads a field in any case': {
      app: shows((req) => [req.get('X-A'), req.get('x-a'), req.get('Content-Type'), req.get('missing')]),
      asks: [get('/', { 'X-A': 'b' }), get('/', { 'x-a': ['1', '2'] }), post('/', 'text/plain', 'x')],
    },
    'reads Referer by both spellings': {
      app: shows((req) => [req.get('Referer'), req.get('Referrer')]),
      asks: [
        get('/', { Referer: 'https://a.example/' }),
        get('/', { Referrer: 'https://b.example/' }),
        get('/'),
      ],
    },
    'rejects an invalid name': {
      app: shows((req) => {
        const names: unknown[] = ['', undefined, 7];
        return names.map((name) => {
          try {
            return req.get(name as string);
          } catch (error) {
            return (error as Error).name;
          }
        });
      }),
      asks: [get('/')],
    },
  },
  'req.header': {
    'is get': {
      app: shows((req) => [req.header('X-A'), req.header('referrer')]),
      asks: [get('/', { 'x-a': 'b' })],
    },
  },
  'req.host': trusting((req) => req.host),
  'req.hostname': {
    ...trusting((req) => req.hostname),
    'has no port': {
      app: shows((req) => [req.host, req.hostname]),
      asks: [
        get('/', { Host: 'example.com:3000' }),
        get('/', { Host: '[::1]:3000' }),
        get('/', { Host: '[::1]' }),
        get('/', { Host: '127.0.0.1:80' }),
      ],
    },
  },
  'req.ip': {
    ...trusting((req) => req.ip),
    'with a name among the addresses': {
      app: shows(
        (req) => req.ip,
        (app) => app.set('trust proxy', true),
      ),
      asks: [get('/', { 'X-Forwarded-For': 'unknown, 10.0.0.1' })],
    },
  },
  'req.ips': trusting((req) => req.ips),
  'req.protocol': trusting((req) => req.protocol),
  'req.secure': trusting((req) => req.secure),
  'req.subdomains': {
    'are read from the right': {
      app: shows((req) => req.subdomains),
      asks: [
        get('/'),
        get('/', { Host: 'a.b.example.com' }),
        get('/', { Host: 'example' }),
        get('/', { Host: '127.0.0.1' }),
        get('/', { Host: '[::1]:80' }),
      ],
    },
    'begin at the offset': {
      app: shows(
        (req) => req.subdomains,
        (app) => app.set('subdomain offset', 0),
      ),
      asks: [get('/', { Host: 'a.b.example.com' }), get('/', { Host: '127.0.0.1' })],
    },
    'begin at another offset': {
      app: shows(
        (req) => req.subdomains,
        (app) => app.set('subdomain offset', 3),
      ),
      asks: [get('/', { Host: 'a.b.example.com' }), get('/')],
    },
    'are those of a trusted X-Forwarded-Host': {
      app: shows(
        (req) => req.subdomains,
        (app) => app.set('trust proxy', true),
      ),
      asks: [get('/', { 'X-Forwarded-Host': 'a.b.example.com' })],
    },
  },
  'req.is': {
    'compares the media type': {
      app: shows((req) => [
        req.is('json'),
        req.is('application/json'),
        req.is('application/*'),
        req.is(['html', 'json']),
        req.is('+json'),
        req.is('urlencoded'),
        req.is('text/*'),
        req.is('*/*'),
        req.is('multipart'),
      ]),
      asks: [
        get('/'),
        get('/', { 'Content-Type': 'application/json' }),
        post('/', 'application/json', '{}'),
        post('/', 'application/json; charset=utf-8', '{}'),
        post('/', 'application/vnd.api+json', '{}'),
        post('/', 'text/html; charset=utf-8', '<p>'),
        post('/', 'application/x-www-form-urlencoded', 'a=b'),
        post('/', 'multipart/form-data; boundary=x', '--x--'),
        post('/', 'nonsense', 'x'),
        post('/', 'application/json', '2\r\n{}\r\n0\r\n\r\n', { 'Transfer-Encoding': 'chunked' }),
      ],
    },
  },
  'req.method': {
    'is as it was sent': {
      app: shows((req) => req.method),
      asks: [get('/'), head('/'), ask('PURGE', '/'), ask('PATCH', '/')],
    },
  },
  'req.originalUrl': {
    'never changes': {
      app: inMounts((req) => [req.originalUrl, req.url]),
      asks: [get('/'), get('/a/b/c?d=e'), get('/x?y')],
    },
  },
  'req.params': {
    'are decoded': {
      app: (express) =>
        express().get('/:a/*rest', (req, res) => {
          res.end(JSON.stringify(req.params));
        }),
      asks: [get('/a/b/c'), get('/%41%20b/c%2Fd/e'), get('/x')],
    },
    'are those of the mount in middleware': {
      app: (express) => {
        const inner = express.Router().get('/:b', (req, res) => {
          res.end(JSON.stringify(req.params));
        });
        return express()
          .use('/:a', (req, res, next) => {
            res.setHeader('X-Params', JSON.stringify(req.params));
            next();
          })
          .use('/:a', inner);
      },
      asks: [get('/x/y')],
    },
    'are merged on request': {
      app: (express) => {
        const inner = express.Router({ mergeParams: true }).get('/:b/:c', (req, res) => {
          res.end(JSON.stringify(req.params));
        });
        return express().use('/:a/:b', inner);
      },
      asks: [get('/1/2/3/4')],
    },
    'of a regular expression are numbered and named': {
      app: (express) =>
        express().get(/^\/file-(\d+)-(?<name>\w+)$/, (req, res) => {
          res.end(JSON.stringify(req.params));
        }),
      asks: [get('/file-7-x'), get('/file-x')],
    },
  },
  'req.path': {
    'is the path of url': {
      app: inMounts((req) => [req.path, req.url]),
      asks: [get('/'), get('/a/b/c?d=e'), get('/x?y=/z')],
    },
  },
  'req.query': {
    'reads text that middleware has decoded': {
      app: (express) =>
        express()
          .use((req, _res, next) => {
            req.url = decodeURI(req.url);
            next();
          })
          .use((req, res) => {
            res.json(req.query);
          }),
      asks: [get('/?q=%C3%A9&%C3%A4=1'), get('/?q=%E2%82%AC%20%41')],
    },
    'is parsed simply': {
      app: shows((req) => req.query),
      asks: [
        get('/'),
        get('/?'),
        get('/?a=1&a=2&b=%20+x&c'),
        get('/?a[b]=1&__proto__=2'),
        get('/?a=%zz&=x&&'),
      ],
    },
    'is parsed deep on request': {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', 'extended'),
      ),
      asks: [
        get('/'),
        get('/?a[b][c]=1&a[d]=2&e[]=3&e[]=4'),
        get('/?a.b=1&c[1]=x&c[0]=y'),
        get('/?a[b]=1&a=2'),
      ],
    },
    'is not parsed when switched off': {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', false),
      ),
      asks: [get('/?a=1')],
    },
    'is parsed by a function': {
      app: shows(
        (req) => req.query,
        (app) => app.set('query parser', (query: string) => ({ query })),
      ),
      asks: [get('/?a=1')],
    },
    'follows a rewritten url': {
      app: shows((req) => {
        req.url = '/other?b=2';
        return [req.query, req.path];
      }),
      asks: [get('/?a=1')],
    },
  },
  'req.range': {
    'reads ranges': {
      app: shows((req) => {
        const ranges = req.range(1000);
        return [ranges, Array.isArray(ranges) ? ranges.type : undefined];
      }),
      asks: accepting(
        'Range',
        'bytes=0-499',
        'bytes=500-',
        'bytes=-100',
        'bytes=0-1,500-600',
        'bytes=2000-',
        'bytes=x',
        'items=0-5',
        'nonsense',
      ),
    },
    'combines ranges': {
      app: shows((req) => req.range(150, { combine: true })),
      asks: accepting('Range', 'bytes=0-4,90-99,5-75,100-199,101-102', 'bytes=0-1,0-5'),
    },
    'reads one that ends before it begins': {
      app: shows((req) => req.range(1000)),
      asks: accepting('Range', 'bytes=5-1'),
    },
  },
  'req.res': {
    'is the response, as res.req is the request': {
      app: shows((req, res) => [req.res === res, res.req === req]),
      asks: [get('/')],
    },
  },
  'req.route': {
    'is the current route': {
      app: (express) =>
        express()
          .use((req, res, next) => {
            res.setHeader('X-Before', String(req.route));
            next();
          })
          .get(['/a/:b', '/c'], (req, res) => {
            res.end(JSON.stringify([req.route.path, Object.keys(req.route.methods)]));
          }),
      asks: [get('/a/b'), get('/c')],
    },
  },
  'req.xhr': {
    'reads X-Requested-With': {
      app: shows((req) => req.xhr),
      asks: accepting('X-Requested-With', 'XMLHttpRequest', 'xmlhttprequest', 'other'),
    },
  },
  'req.next': {
    'goes on': {
      app: (express) =>
        express()
          .use((req) => {
            req.next?.();
          })
          .use((_req, res) => {
            res.end('went on');
          }),
      asks: [get('/')],
    },
  },
};

compare(cases);
