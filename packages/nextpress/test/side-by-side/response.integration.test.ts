import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookieParser from 'cookie-parser';
import type { ErrorRequestHandler, Response } from 'express';
import { afterAll } from 'vitest';
import { ask, get, head } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { does, text } from './shows.ts';

const folder = mkdtempSync(join(tmpdir(), 'side-by-side-'));
const file = (name: string, content: string): void => {
  writeFileSync(join(folder, name), content);
  utimesSync(join(folder, name), 1_500_000_000, 1_500_000_000);
};
file('hello.txt', 'hello, file\n');
file('page.html', '<p>page</p>');
file('.hidden', 'hidden');
file('naïve – “file”.txt', 'named');
afterAll(() => rmSync(folder, { recursive: true }));

const once = (act: (res: Response) => unknown): Case => ({ app: does(act), asks: [get('/')] });

/** Sends the errors of the calls. */
const attempt = (res: Response, ...calls: (() => unknown)[]): void => {
  const said = calls.map((call) => {
    try {
      call();
      return 'nothing';
    } catch (error) {
      return (error as Error).name;
    }
  });
  res.end(said.join(' '));
};

const accepts = (...types: string[]) => [get('/'), ...types.map((type) => get('/', { Accept: type }))];
const methods = [get('/'), head('/')];

const files = [
  get('/'),
  head('/'),
  get('/', { Range: 'bytes=0-4' }),
  get('/', { Range: 'bytes=-5' }),
  get('/', { Range: 'bytes=0-1,3-4' }),
  get('/', { 'If-None-Match': '*' }),
  get('/', { 'If-None-Match': '"other"' }),
  get('/', { 'If-Modified-Since': 'Fri, 14 Jul 2017 02:40:00 GMT' }),
  get('/', { Range: 'bytes=0-4', 'If-Range': '"other"' }),
];

/** Files that cannot be sent. */
const refusedFiles = [
  get('/', { Range: 'bytes=50-' }),
  get('/', { 'If-Unmodified-Since': 'Thu, 13 Jul 2017 02:40:00 GMT' }),
  get('/', { 'If-Match': '"other"' }),
];

/** Sends the file `name`, with an error handler that sends the error. */
const telling = (act: (res: Response, name: string) => unknown) => (express: Express) => {
  const app = express();
  app.get('/:name', (req, res) => {
    act(res, req.params.name);
  });
  return app.use(((error, _req, res, _next) => {
    res.status(error.status ?? 500).end(`${error.status} ${error instanceof Error}`);
  }) as ErrorRequestHandler);
};

const cases: Cases = {
  'res.app': {
    'is that of the request': {
      app: does((res, req) => res.end(String(res.app === req.app))),
      asks: [get('/')],
    },
  },
  'res.append': {
    'appends to what there is': once((res) =>
      res.append('X-A', '1').append('X-A', '2').append('X-A', ['3', '4']).end(),
    ),
    'begins with a list': once((res) => res.append('Link', ['<a>', '<b>']).append('Link', '<c>').end()),
    'joins what was set': once((res) => res.set('Set-Cookie', 'a=1').append('Set-Cookie', 'b=2').end()),
  },
  'res.attachment': {
    'without a name': once((res) => res.attachment().send('x')),
    'with a name': once((res) => res.attachment('/path/to/logo.png').send('x')),
    'with a name without an extension': once((res) => res.attachment('README').send('x')),
    'with a name that needs quotes': once((res) => res.attachment('a "b" \\ c.txt').send('x')),
    'with a name in latin1': once((res) => res.attachment('planété.txt').send('x')),
    'with a name in another script': once((res) => res.attachment('日本語 “x” €.txt').send('x')),
    'with a name that has escapes': once((res) => res.attachment('100%25 done.txt').send('x')),
    'with a name that has half a surrogate pair': {
      ...once((res) => res.attachment('\ud800.txt').send('x')),
    },
  },
  'res.cookie': {
    'with a text': once((res) => res.cookie('name', 'tobi').end()),
    'with a value that needs escapes': once((res) => res.cookie('cart', 'a b;c,"d"=é%').end()),
    'with half a surrogate pair': {
      ...once((res) => res.cookie('name', '\ud800').end()),
    },
    'with an object': once((res) => res.cookie('cart', { items: [1, 2] }).end()),
    'with a number': once((res) => res.cookie('n', 7 as never).end()),
    'with every attribute': once((res) =>
      res
        .cookie('a', '1', {
          domain: 'example.com',
          path: '/admin',
          expires: new Date(1_600_000_000_000),
          httpOnly: true,
          secure: true,
          sameSite: 'lax',
          partitioned: true,
          priority: 'high',
        })
        .end(),
    ),
    'with each sameSite': once((res) =>
      res
        .cookie('a', '1', { sameSite: true })
        .cookie('b', '1', { sameSite: false })
        .cookie('c', '1', { sameSite: 'strict' })
        .cookie('d', '1', { sameSite: 'none' })
        .end(),
    ),
    'with an encoder': once((res) =>
      res.cookie('a', 'b c', { encode: (value) => value.replace(' ', '-') }).end(),
    ),
    'with an invalid expiry': once((res) =>
      res.cookie('a', '1', { maxAge: undefined as never, path: '' }).end(),
    ),
    twice: once((res) => res.cookie('a', '1').cookie('a', '2').cookie('b', '3').end()),
    signed: {
      app: does(
        (res) => res.cookie('name', 'tobi', { signed: true }).end(),
        (app) => app.use(cookieParser('secret')),
      ),
      asks: [get('/')],
    },
    'signed, with an object': {
      app: does(
        (res) => res.cookie('cart', { a: 1 }, { signed: true }).end(),
        (app) => app.use(cookieParser('secret')),
      ),
      asks: [get('/')],
    },
    'invalid arguments': once((res) =>
      attempt(
        res,
        () => res.cookie('a b', '1'),
        () => res.cookie('', '1'),
        () => res.cookie('a', '1', { domain: 'exa mple\r\n' }),
        () => res.cookie('a', '1', { path: '/;x' }),
        () => res.cookie('a', '1', { sameSite: 'odd' as never }),
        () => res.cookie('a', '1', { priority: 'odd' as never }),
        () => res.cookie('a', '1', { expires: 'soon' as never }),
        () => res.cookie('a', '1', { encode: () => 'a;b' }),
        () => res.cookie('a', '1', { signed: true }),
      ),
    ),
  },
  'res.clearCookie': {
    'with a name': once((res) => res.clearCookie('sid').end()),
    'with options': once((res) =>
      res.clearCookie('sid', { path: '/admin', domain: 'a.example', maxAge: 900, expires: new Date() }).end(),
    ),
  },
  'res.contentType': { 'is type': once((res) => res.contentType('html').end()) },
  'res.download': {
    'sends the file under its name': {
      app: does((res) => res.download(join(folder, 'hello.txt'))),
      asks: files,
    },
    'under another name': {
      app: does((res) => res.download(join(folder, 'hello.txt'), 'ответ.txt')),
      asks: [get('/')],
    },
    'with fields and a root': {
      app: does((res) =>
        res.download('hello.txt', 'n.txt', {
          root: folder,
          headers: { 'X-A': 'b', 'Content-Disposition': 'inline', 'Content-Type': 'text/x-custom' },
          maxAge: '1d',
        }),
      ),
      asks: [get('/')],
    },
    'with options in the place of the name': {
      app: does((res) => res.download('hello.txt', { root: folder } as never)),
      asks: [get('/')],
    },
    'calls back': {
      app: does((res) =>
        res.download(join(folder, 'missing.txt'), (error) => {
          const { status, code } = error as Error & { status?: number; code?: string };
          res.status(404).end(`${status} ${code} ${res.headersSent} ${res.get('Content-Disposition')}`);
        }),
      ),
      asks: [get('/')],
    },
  },
  'res.end': { 'is what Node has': once((res) => res.end('end')) },
  'res.format': {
    'chooses by Accept': {
      app: does((res) =>
        res.format({
          'text/plain': () => res.send('plain'),
          html: () => res.send('<p>html</p>'),
          json: () => res.json({ json: true }),
        }),
      ),
      asks: accepts(
        'text/html',
        'application/json',
        'text/*',
        'image/png',
        'text/html;q=0.2, application/json;q=0.5',
        'text/html;q=0',
      ),
    },
    'falls back to default': {
      app: does((res) => res.format({ html: () => res.send('html'), default: () => res.send('default') })),
      asks: accepts('image/png', 'text/html'),
    },
    'is 406 without one': {
      app: telling((res) =>
        res.format({
          html: () => res.send('html'),
        }),
      ),
      asks: [get('/x', { Accept: 'image/png' })],
    },
    'tells its error apart': {
      app: (express) =>
        express()
          .use((_req, res) => void res.format({ html: () => res.send('html') }))
          .use(((error, _req, res, _next) => {
            res.end(
              `${error.name} ${error.message} ${error.expose} ${error.types} ${error.stack.split('\n')[0]}`,
            );
          }) as ErrorRequestHandler),
      asks: [get('/', { Accept: 'image/png' })],
    },
    'keeps Vary': {
      app: does((res) => res.set('Vary', 'Origin').format({ html: () => res.send('html') })),
      asks: accepts('text/html'),
    },
    'with types that have parameters': {
      app: does((res) =>
        res.format({ 'text/html;level=1': () => res.send('1'), 'text/plain': () => res.send('2') }),
      ),
      asks: accepts('text/html;level=1', 'text/plain', 'text/html'),
    },
  },
  'res.get': {
    'reads what was set': once((res) => {
      res.set('X-A', 'b').set('X-L', ['c', 'd']).type('html');
      res.end(text([res.get('x-a'), res.get('X-L'), res.get('content-type'), res.get('missing')]));
    }),
  },
  'res.header': {
    'is set': once((res) => res.header('X-A', 'b').header({ 'X-B': 'c', 'Content-Type': 'text/css' }).end()),
  },
  'res.headersSent': {
    'tells whether the head has left': {
      app: does((res) => {
        const before = res.headersSent;
        res.write('');
        res.flushHeaders();
        res.end(`${before} ${res.headersSent}`);
      }),
      asks: [get('/')],
    },
  },
  'res.json': {
    'of values': {
      app: (express) => {
        const values: unknown[] = [
          { a: 1, b: ['é', null] },
          [1, 'x'],
          null,
          'text',
          7,
          true,
          new Date(0),
          { u: undefined },
        ];
        return express().get('/:at', (req, res) => {
          res.json(values[Number(req.params.at)]);
        });
      },
      asks: Array.from({ length: 8 }, (_, at) => get(`/${at}`)),
    },
    'with a type and a status': once((res) => res.status(201).type('application/problem+json').json({})),
    'of a long text': once((res) => res.json({ text: 'é'.repeat(5000) })),
    'to HEAD': { app: does((res) => res.json({ a: 1 })), asks: [head('/')] },
    'not modified': {
      app: does((res) => res.json({ a: 1 })),
      asks: [
        get('/', { 'If-None-Match': 'W/"7-2QfUPwsrRFhlQKiu3ZT4yPuVpXc"' }),
        get('/', { 'If-None-Match': '*' }),
      ],
    },
    'of undefined': { app: does((res) => res.json(undefined)), asks: [get('/')] },
    'of a value with a cycle': {
      app: telling((res) => {
        const cycle: { self?: unknown } = {};
        cycle.self = cycle;
        try {
          res.json(cycle);
        } catch (error) {
          res.status(500).end((error as Error).name);
        }
      }),
      asks: [get('/x')],
    },
  },
  'res.jsonp': {
    'with and without a callback': {
      app: does((res) => res.jsonp({ a: '\u2028<b>', n: null })),
      asks: [
        '/',
        '/?callback=',
        '/?callback=cb',
        '/?callback=a.b[0]$_',
        '/?callback=<x>();alert(1)',
        '/?callback=a&callback=b',
      ].map((target) => get(target)),
    },
    'with a callback of another name': {
      app: does(
        (res) => res.jsonp({ a: 1 }),
        (app) => app.set('jsonp callback name', 'cb'),
      ),
      asks: [get('/?callback=a'), get('/?cb=a')],
    },
    'with a type': {
      app: does((res) => res.type('application/vnd.x+json').jsonp({})),
      asks: [get('/'), get('/?callback=x')],
    },
    'of null': { app: does((res) => res.jsonp(null)), asks: [get('/?callback=x'), get('/')] },
  },
  'res.links': {
    'sets Link': once((res) =>
      res.links({ next: 'http://a.example/?page=2', last: 'http://a.example/?page=5' }).end(),
    ),
    appends: once((res) =>
      res
        .links({ next: '/2' })
        .links({ pages: ['/1', '/2'] } as never)
        .end(),
    ),
  },
  'res.locals': {
    'are made for the request, without a prototype': {
      app: (express) =>
        express()
          .use((_req, res, next) => {
            res.locals.user = 'tobi';
            next();
          })
          .use((_req, res) => {
            res.end(text([res.locals, Object.getPrototypeOf(res.locals) === null]));
          }),
      asks: [get('/'), get('/')],
    },
    'are shared with mounted applications': {
      app: (express) => {
        const inner = express().use((_req, res) => {
          res.end(text(res.locals));
        });
        return express()
          .use((_req, res, next) => {
            res.locals.outer = true;
            next();
          })
          .use('/in', inner);
      },
      asks: [get('/in')],
    },
    'can be assigned': once((res) => {
      res.locals = { whole: true };
      res.end(text(res.locals));
    }),
  },
  'res.location': {
    'sets what can be sent': {
      app: (express) => {
        const urls = [
          '/login',
          'back',
          'https://example.com/a b?c=é',
          '//x/%20%zz',
          'http://google.com\\@evil.example',
          '/a\r\nX: y',
          '',
        ];
        return express().get('/:at', (req, res) => {
          res.location(urls[Number(req.params.at)] as string).end();
        });
      },
      asks: Array.from({ length: 7 }, (_, at) => get(`/${at}`)),
    },
  },
  'res.redirect': {
    'with a note in the accepted type': {
      app: does((res) => res.redirect('/login?a=<b>&c="d"')),
      asks: accepts('text/html', 'text/plain', 'application/json', '*/*', 'text/html;q=0.1, text/plain'),
    },
    'with a status': { app: does((res) => res.redirect(301, 'https://example.com/é')), asks: methods },
    'with Vary set': { app: does((res) => res.vary('Origin').redirect('/')), asks: accepts('text/html') },
  },
  'res.req': {
    'is the request': { app: does((res, req) => res.end(String(res.req === req))), asks: [get('/')] },
  },
  'res.send': {
    'of text': { app: does((res) => res.send('<p>é</p>')), asks: methods },
    'of empty text': { app: does((res) => res.send('')), asks: methods },
    'of a buffer': { app: does((res) => res.send(Buffer.from('é'))), asks: methods },
    'of a buffer with a type': once((res) => res.type('text/plain').send(Buffer.from('é'))),
    'of typed arrays': {
      app: (express) => {
        const arrays: unknown[] = [
          new Uint8Array([104, 105]),
          new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
          new DataView(new Uint8Array([104, 105]).buffer),
          new Float32Array(0),
        ];
        return express().get('/:at', (req, res) => {
          res.send(arrays[Number(req.params.at)]);
        });
      },
      asks: [0, 1, 3].map((at) => get(`/${at}`)),
    },
    'of a typed array with elements of several bytes': {
      app: does((res) => res.send(new Uint16Array([104, 105]))),
      asks: [get('/')],
    },
    'of null': { app: does((res) => res.send(null)), asks: methods },
    'of nothing': once((res) => res.send()),
    'of nothing, to HEAD': { app: does((res) => res.send()), asks: [head('/')] },
    'of objects': once((res) => res.send({ a: [1] })),
    'of a number': once((res) => res.send(7 as never)),
    'of a boolean': once((res) => res.send(false)),
    'with a type': once((res) => res.type('text/plain; charset=latin1').send('é')),
    'with a type without charset': once((res) => res.set('Content-Type', 'image/svg+xml').send('<svg/>')),
    'of a long text': once((res) => res.send('é'.repeat(3000))),
    'with 204': once((res) => res.status(204).type('txt').send('ignored')),
    'with 205': { ...once((res) => res.status(205).send('ignored')) },
    'with 304': once((res) => res.status(304).send('ignored')),
    'with an ETag of its own': {
      app: does((res) => res.set('ETag', '"own"').send('x')),
      asks: [get('/'), get('/', { 'If-None-Match': '"own"' }), get('/', { 'If-None-Match': '"other"' })],
    },
    'with an ETag that is asked for': {
      app: does((res) => res.send('kajdslfkasdf')),
      asks: [
        get('/'),
        get('/', { 'If-None-Match': 'W/"c-IgR/L5SF7CJQff4wxKGF/vfPuZ0"' }),
        get('/', { 'If-None-Match': 'W/"c-IgR/L5SF7CJQff4wxKGF/vfPuZ0"', 'Cache-Control': 'no-cache' }),
      ],
    },
    'with Last-Modified': {
      app: does((res) => res.set('Last-Modified', 'Tue, 01 Jan 2019 00:00:00 GMT').send('x')),
      asks: [
        get('/', { 'If-Modified-Since': 'Tue, 01 Jan 2019 00:00:00 GMT' }),
        get('/', { 'If-Modified-Since': 'Mon, 31 Dec 2018 00:00:00 GMT' }),
      ],
    },
    'with an error status and an ETag': {
      app: does((res) => res.status(404).send('x')),
      asks: [get('/'), get('/', { 'If-None-Match': '*' })],
    },
    'with Transfer-Encoding': once((res) => res.set('Transfer-Encoding', 'chunked').send('x')),
    twice: {
      app: does((res) => {
        res.send('first');
        try {
          res.send('second');
        } catch {
          // The error is compared elsewhere.
        }
      }),
      asks: [get('/')],
    },
    'to POST': {
      app: (express) =>
        express().post('/', (_req, res) => {
          res.send('x');
        }),
      asks: [ask('POST', '/', { 'If-None-Match': '*' })],
    },
  },
  'res.sendFile': {
    'refuses parts and states that there are not': {
      app: does((res) => res.sendFile(join(folder, 'hello.txt'))),
      asks: refusedFiles,
    },
    'sends a file': { app: does((res) => res.sendFile(join(folder, 'hello.txt'))), asks: files },
    'under a root': {
      app: telling((res, name) => res.sendFile(name, { root: folder })),
      asks: [
        '/page.html',
        '/missing',
        '/.hidden',
        '/..%2fx',
        '/na%C3%AFve%20%E2%80%93%20%E2%80%9Cfile%E2%80%9D.txt',
        '/%00',
      ].map((target) => get(target)),
    },
    'with its options': {
      app: does((res) =>
        res.sendFile('page.html', {
          root: folder,
          maxAge: 60_000,
          immutable: true,
          lastModified: false,
          headers: { 'X-A': 'b' },
          acceptRanges: false,
        }),
      ),
      asks: [get('/'), get('/', { Range: 'bytes=0-1' })],
    },
    'without Cache-Control': {
      app: does((res) => res.sendFile('page.html', { root: folder, cacheControl: false })),
      asks: [get('/')],
    },
    'with dotfiles allowed': {
      app: telling((res, name) => res.sendFile(name, { root: folder, dotfiles: 'allow' })),
      asks: [get('/.hidden')],
    },
    'with dotfiles denied': {
      app: telling((res, name) => res.sendFile(name, { root: folder, dotfiles: 'deny' })),
      asks: [get('/.hidden')],
    },
    'keeps a type that was set': {
      app: does((res) => res.type('text/x-mine').sendFile(join(folder, 'hello.txt'))),
      asks: [get('/')],
    },
    'calls back when it is sent': {
      app: (express) => {
        let told = 'not yet';
        return express()
          .get('/file', (_req, res) => {
            res.sendFile(join(folder, 'hello.txt'), (error) => {
              told = String(error);
            });
          })
          .get('/told', (_req, res) => {
            const respond = (): unknown => (told === 'not yet' ? setImmediate(respond) : res.end(told));
            respond();
          });
      },
      asks: [get('/file'), get('/told')],
    },
    'a directory goes on': {
      app: (express) =>
        express()
          .get('/', (_req, res) => {
            res.sendFile(folder);
          })
          .use((_req, res) => {
            res.end('went on');
          }),
      asks: [get('/')],
    },
    'invalid arguments': once((res) =>
      attempt(
        res,
        () => res.sendFile('relative.txt'),
        () => res.sendFile(undefined as never),
        () => res.sendFile(7 as never),
      ),
    ),
    'without an ETag where the application has none': {
      app: does(
        (res) => res.sendFile(join(folder, 'hello.txt')),
        (app) => app.disable('etag'),
      ),
      asks: [get('/')],
    },
  },
  'res.sendStatus': {
    'sends the reason': {
      app: (express) =>
        express().get('/:code', (req, res) => {
          res.sendStatus(Number(req.params.code));
        }),
      asks: [200, 201, 204, 304, 404, 418, 500, 599].map((code) => get(`/${code}`)),
    },
  },
  'res.set': {
    'of a field': once((res) =>
      res
        .set('X-A', 'b')
        .set('X-N', 1 as never)
        .set('X-B', true as never)
        .end(),
    ),
    'of a list': once((res) => res.set('X-A', ['b', 'c']).end()),
    'of several': once((res) => res.set({ 'X-A': 'b', 'X-C': 'd' }).end()),
    'of a type gets a charset': once((res) => res.set('Content-Type', 'text/html').end()),
    'of a type by extension': once((res) => res.set('Content-Type', 'json').end()),
    'of a type that can not be read': {
      ...once((res) => res.set('Content-Type', 'text/x;c').send('text')),
    },
    'of a type that has one': once((res) => res.set('Content-Type', 'text/html; charset=latin1').end()),
    'invalid arguments': once((res) =>
      attempt(
        res,
        () => res.set('Content-Type', ['text/html']),
        () => res.set('X A', 'b'),
        () => res.set('X-A', 'b\r\nc'),
      ),
    ),
  },
  'res.status': {
    'sets the code': {
      app: (express) =>
        express().get('/:code', (req, res) => {
          res.status(Number(req.params.code)).end();
        }),
      asks: [get('/201'), get('/404'), get('/799')],
    },
    'invalid arguments': once((res) =>
      attempt(
        res,
        () => res.status(99),
        () => res.status(1000),
        () => res.status('200' as never),
        () => res.status(200.5),
      ),
    ),
  },
  'res.type': {
    'by extension or media type': {
      app: (express) => {
        const types = [
          'html',
          '.html',
          'json',
          'application/json',
          'png',
          'txt',
          'unknown',
          'text/x-mine',
          'svg',
          'js',
          'mjs',
          'css',
          'woff2',
          'bin',
          'text',
          'xml',
          'md',
          'wasm',
        ];
        return express().get('/:at', (req, res) => {
          res.type(types[Number(req.params.at)] as string).end();
        });
      },
      asks: Array.from({ length: 18 }, (_, at) => get(`/${at}`)),
    },
  },
  'res.vary': {
    'adds names once': once((res) =>
      res
        .vary('Origin')
        .vary(['Accept', 'origin'] as never)
        .vary('User-Agent')
        .end(),
    ),
    'ends with everything': once((res) => res.vary('Accept').vary('*').vary('Origin').end()),
    'invalid arguments': once((res) =>
      attempt(
        res,
        () => res.vary(undefined as never),
        () => res.vary('a b'),
      ),
    ),
  },
};

compare(cases);
