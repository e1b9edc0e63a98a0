import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@nextpress-internal/test-kit';
import theirs, { type RequestHandler, type Response } from 'express';
import ours from 'nextpress/express';
import { afterAll, afterEach, expect, test } from 'vitest';
import { ask, get, head } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';
import { text } from './shows.ts';

const folder = mkdtempSync(join(tmpdir(), 'side-by-side-static-'));
mkdirSync(join(folder, 'sub'));
writeFileSync(join(folder, 'a.txt'), 'a text');
writeFileSync(join(folder, 'index.html'), '<p>index</p>');
writeFileSync(join(folder, 'page.html'), '<p>page</p>');
writeFileSync(join(folder, '.secret'), 'secret');
writeFileSync(join(folder, 'sub', 'index.html'), '<p>sub</p>');
afterAll(() => rmSync(folder, { recursive: true }));

/** The prototypes that cases extend. */
type Extended = Record<'request' | 'response' | 'application', Record<string, unknown>>;
const extended = (express: Express): Extended => express as unknown as Extended;
afterEach(() => {
  for (const express of [theirs, ours as unknown as Express]) {
    const { request, response, application } = extended(express);
    for (const prototype of [request, response, application]) {
      for (const name of ['shout', 'mine']) Reflect.deleteProperty(prototype, name);
    }
  }
});

const files = ['/', '/a.txt', '/sub/', '/missing', '/.secret', '/page', '/sub/none'].flatMap((path) => [
  get(path),
  head(path),
]);
const methods = [ask('POST', '/a.txt'), ask('DELETE', '/missing')];

const serves = (options?: object) => (express: Express) =>
  express()
    .set('env', 'production')
    .use(express.static(folder, options as never))
    .use((_req, res) => {
      res.status(404).end('passed on');
    });

const tellsExtensions: RequestHandler = (req, res) => {
  const { shout, mine } = req as unknown as { shout?: string; mine?: string };
  res.end(text([shout, mine]));
};

const cases: Cases = {
  express: {
    'makes applications that are functions': {
      app: (express) => express().use((_req, res) => void res.end('x')),
      asks: [get('/')],
    },
    'has its members': {
      app: (express) => {
        const members = Object.entries(express)
          .map(([name, member]) => `${name} ${typeof member}`)
          .sort();
        return express().use((_req, res) => void res.end(members.join('\n')));
      },
      asks: [get('/')],
    },
  },
  'express.application': {
    'reaches applications': {
      app: (express) => {
        extended(express).application.mine = function (this: unknown) {
          return this;
        };
        const app = express() as unknown as { mine(): unknown; use(handler: unknown): never };
        const told = String(app.mine() === app);
        return app.use((_req: unknown, res: { end(text: string): void }) => res.end(told));
      },
      asks: [get('/')],
    },
  },
  'express.request': {
    'reaches the requests of every application': {
      app: (express) => {
        const app = express();
        extended(express).request.shout = function (this: { url: string }) {
          return this.url.toUpperCase();
        };
        app.use(
          '/in',
          express().get('/a', (req, res) => void res.end((req as unknown as { shout(): string }).shout())),
        );
        return app.use((req, res) => void res.end((req as unknown as { shout(): string }).shout()));
      },
      asks: [get('/x'), get('/in/a')],
    },
    'of an application reaches its own': {
      app: (express) => {
        const [outer, inner] = [express(), express()];
        extended(outer as unknown as Express).request.shout = 'outer';
        return outer.use('/in', inner.use(tellsExtensions)).use(tellsExtensions);
      },
      asks: [get('/'), get('/in')],
    },
    'of a mounted application reaches its own': {
      app: (express) => {
        const inner = express();
        extended(inner as unknown as Express).request.mine = 'inner';
        return express().use('/in', inner.use(tellsExtensions));
      },
      asks: [get('/in')],
    },
    'of applications in each other reaches those inside, and nothing around them': {
      app: (express) => {
        const [outer, middle, inner] = [express(), express(), express()];
        const passes: RequestHandler = (_req, _res, next) => next();
        outer.use(
          '/in',
          middle.use('/deep', inner.use('/tells', tellsExtensions).use(passes)),
          tellsExtensions,
        );
        middle.use('/tells', tellsExtensions);
        extended(inner as unknown as Express).request.mine = 'inner';
        extended(middle as unknown as Express).request.shout = 'middle';
        return outer;
      },
      asks: [get('/in/tells'), get('/in/deep/tells'), get('/in/deep/else'), get('/in/else')],
    },
  },
  'express.response': {
    'reaches the responses of every application': {
      app: (express) => {
        extended(express).response.shout = function (this: { send(text: string): void }, what: string) {
          this.send(`${what}!`);
        };
        return express().use((_req, res) => (res as unknown as { shout(what: string): void }).shout('hey'));
      },
      asks: [get('/')],
    },
    'of a mounted application reaches its own': {
      app: (express) => {
        const inner = express().use('/json', (_req, res) => void res.json([res.app === inner]));
        extended(inner as unknown as Express).response.json = function (this: Response, value: unknown) {
          return this.send(`mine ${JSON.stringify(value)}`);
        };
        return express()
          .use('/in', inner)
          .use((_req, res) => void res.json('around'));
      },
      asks: [get('/in/json'), get('/in/else')],
    },
    'can have its helpers replaced': {
      app: (express) => {
        const app = express();
        extended(app as unknown as Express).response.sendStatus = function (this: Response, code: number) {
          return this.status(code).json({ status: code });
        };
        return app.use((_req, res) => void res.sendStatus(404));
      },
      asks: [get('/')],
    },
  },
  'express.Route': {
    'is what routes are': {
      app: (express) => {
        const { Route } = express as unknown as { Route: new (path: string) => object };
        const told = [express().route('/a') instanceof Route, typeof new Route('/x')];
        return express().use((_req, res) => void res.end(text(told)));
      },
      asks: [get('/')],
    },
  },
  'express.static': {
    'with its defaults': { app: serves(), asks: [...files, ...methods] },
    'under a prefix': {
      app: (express) => express().use('/s', express.static(folder)),
      asks: ['/s/', '/s/a.txt', '/s/sub/', '/s/missing'].map((path) => get(path)),
    },
    'redirects to a folder': {
      app: (express) => express().use('/s', express.static(folder)),
      asks: ['/s', '/s/sub', '/s/sub?a=b'].map((path) => get(path)),
    },
    'without falling through': {
      app: serves({ fallthrough: false }),
      asks: [get('/missing'), get('/a.txt')],
    },
    'without falling through, by other methods': {
      app: serves({ fallthrough: false }),
      asks: methods,
    },
    'with dotfiles': {
      app: serves({ dotfiles: 'allow' }),
      asks: [get('/.secret')],
    },
    'with dotfiles denied, falling through': {
      app: serves({ dotfiles: 'deny' }),
      asks: [get('/.secret')],
    },
    'at a path with an empty segment': {
      app: serves(),
      asks: [get('/sub//index.html')],
      differs: 'emptySegments',
    },
    'at a path with an encoded separator': {
      app: serves(),
      asks: [get('/sub%2Findex.html')],
      differs: 'encodedSeparators',
    },
    'at a path that leads above the root': {
      app: serves({ fallthrough: false }),
      asks: ['/../a.txt', '/sub/../../a.txt', '/%2e%2e/a.txt', '/..%2fa.txt', '/sub/../a.txt'].map((path) =>
        get(path),
      ),
    },
    'with dotfiles denied': {
      app: serves({ dotfiles: 'deny', fallthrough: false }),
      asks: [get('/.secret')],
    },
    'with extensions': {
      app: serves({ extensions: ['html', 'txt'] }),
      asks: [get('/page'), get('/a'), get('/b')],
    },
    'with another index': { app: serves({ index: ['none.html', 'page.html'] }), asks: [get('/')] },
    'without an index': { app: serves({ index: false }), asks: [get('/')] },
    'without redirects': { app: serves({ redirect: false }), asks: [get('/sub')] },
    'with maxAge and immutable': { app: serves({ maxAge: '1d', immutable: true }), asks: [get('/a.txt')] },
    'without validators': {
      app: serves({ etag: false, lastModified: false, cacheControl: false }),
      asks: [get('/a.txt')],
    },
    'without ranges': { app: serves({ acceptRanges: false }), asks: [get('/a.txt', { Range: 'bytes=0-1' })] },
    'with ranges': {
      app: serves(),
      asks: [get('/a.txt', { Range: 'bytes=0-1' }), get('/a.txt', { Range: 'bytes=-2' })],
    },
    'with a range that there is not': {
      app: serves(),
      asks: [get('/a.txt', { Range: 'bytes=9-' })],
    },
    'with fields of its own': {
      app: serves({
        setHeaders: (res: Response, path: string) => res.set('X-File', path.split('/').pop()),
      }),
      asks: [get('/a.txt'), get('/missing')],
    },
  },
};

compare(cases);

test('invalid calls are rejected as by Express', () => {
  for (const express of [theirs, ours as unknown as Express]) {
    expect(() => express.static(undefined as never)).toThrow(TypeError);
    expect(() => express.static(7 as never)).toThrow(TypeError);
    expect(() => express.static('a', { setHeaders: 7 as never })).toThrow(TypeError);
  }
});

test('options of the file server that Express lacks take effect', async () => {
  const listed = await listen(createServer(ours().use(ours.static(folder, { list: true, index: false }))));
  const page = await (await fetch(listed.url)).text();
  await listed.close();
  expect(page).toContain('sub/');
});
