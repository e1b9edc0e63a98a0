import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application, ErrorRequestHandler } from 'express';
import { afterAll } from 'vitest';
import { type Ask, ask, get, head } from './ask.ts';
import { type Case, type Cases, compare, type Express } from './compare.ts';
import { oddValues } from './shows.ts';

const home = mkdtempSync(join(tmpdir(), 'side-by-side-file-options-'));
const root = join(home, 'root');
const CHANGED = new Date('2024-02-03T04:05:06Z');

function put(path: string, content: string): void {
  mkdirSync(join(home, path, '..'), { recursive: true });
  writeFileSync(join(home, path), content);
  utimesSync(join(home, path), CHANGED, CHANGED);
}

put('root/index.html', '<p>index</p>');
put('root/home.htm', '<p>home</p>');
put('root/page.html', '<p>page</p>');
put('root/page.txt', 'page as text');
put('root/v1.2.html', 'not found by an extension');
put('root/data.json', '{"data":true}');
put('root/.hidden', 'hidden');
put('root/sub/index.html', '<p>sub</p>');
put('root/sub/page.html', '<p>sub page</p>');
put('root/empty/file.bin', '');
put('outside/secret.txt', 'outside');
symlinkSync(join(home, 'outside'), join(root, 'out'));
symlinkSync(join(root, 'data.json'), join(root, 'link.json'));
symlinkSync('loop', join(root, 'loop'));
afterAll(() => rmSync(home, { recursive: true }));

/** Sends what handlers see of an error. */
const tells: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const { name, message, status, statusCode, expose, syscall, headers } = error;
  // Errors of send have no such codes.
  const code = String(error.code).startsWith('ERR_') ? undefined : error.code;
  const seen = JSON.stringify({ name, message, status, statusCode, expose, code, syscall, headers, error });
  res.status(500).end(seen.replaceAll(home, ''));
};

function serves(middleware: (express: Express) => unknown, ...rest: ErrorRequestHandler[]) {
  return (express: Express): Application => {
    const app = express().set('env', 'production');
    app.use('/mounted', middleware(express) as never);
    app.use(middleware(express) as never);
    app.use((req, res, next) => (req.method === 'PUT' ? void res.end('passed on') : next()));
    for (const handler of rest) app.use(handler);
    return app;
  };
}

const TAG = `W/"d-${CHANGED.getTime().toString(16)}"`;
const DATE = CHANGED.toUTCString();
const LATER = 'Sat, 01 Feb 2025 00:00:00 GMT';
const EARLIER = '2023-01-01';

const asks: readonly Ask[] = [
  ...[
    '/',
    '/index.html',
    '/page',
    '/page.txt',
    '/v1.2',
    '/sub',
    '/sub/',
    '/sub/page',
    '/empty',
    '/.hidden',
  ].map((target) => get(target)),
  ...[
    '/missing',
    '/missing/',
    '/page.html/',
    '/mounted',
    '/mounted/',
    '/mounted/sub',
    '/mounted/sub?a=b',
  ].map((target) => get(target)),
  get('/empty/file.bin'),
  get('/empty/file.bin', { Range: 'bytes=0-' }),
  head('/data.json'),
  head('/sub'),
  ask('PUT', '/data.json'),
  get('/data.json', { Range: 'bytes=2-4' }),
];

const conditions: readonly Ask[] = [
  { Range: 'bytes=0-2,5-7' },
  { Range: 'bytes=0-2,3-7' },
  { Range: 'bytes=-3' },
  { Range: 'bytes=-300' },
  { Range: 'bytes=5-1' },
  { Range: 'bytes=99-' },
  { Range: 'bytes=x-1' },
  { Range: 'bytes' },
  { Range: ' bytes = 0-1' },
  { Range: 'items=0-1' },
  { Range: 'bytes=0-1,x' },
  { Range: 'bytes=0-1,99-' },
  { Range: 'bytes=0-1', 'If-Range': TAG },
  { Range: 'bytes=0-1', 'If-Range': '"other"' },
  { Range: 'bytes=0-1', 'If-Range': DATE },
  { Range: 'bytes=0-1', 'If-Range': EARLIER },
  { Range: 'bytes=0-1', 'If-Range': 'nonsense' },
  { 'If-Match': TAG },
  { 'If-Match': TAG.slice(2) },
  { 'If-Match': '*' },
  { 'If-Match': '"a", "b"' },
  { 'If-Unmodified-Since': DATE },
  { 'If-Unmodified-Since': EARLIER },
  { 'If-Unmodified-Since': 'nonsense' },
  { 'If-None-Match': TAG },
  { 'If-None-Match': `"a", ${TAG.slice(2)}` },
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"a"', 'If-Modified-Since': LATER },
  { 'If-None-Match': TAG, 'Cache-Control': 'no-cache' },
  { 'If-Modified-Since': DATE },
  { 'If-Modified-Since': '2024-02-03T04:05:06Z' },
  { 'If-Modified-Since': EARLIER },
  { 'If-Modified-Since': 'nonsense' },
].flatMap((fields) => [get('/data.json', fields as never), head('/data.json', fields as never)]);

const times = {
  ...oddValues,
  milliseconds: 90_000,
  text: '1 day',
  fraction: '.5h',
  negative: -1,
  'negative text': '-1h',
  infinite: Number.POSITIVE_INFINITY,
  'ten years': '10y',
  'not a number': Number.NaN,
  long: '1'.repeat(101),
  date: new Date(5_000),
};
const names = {
  ...oddValues,
  one: 'home.htm',
  several: ['missing.html', 'home.htm'],
  path: 'sub/page.html',
  numbers: [1],
  mixed: ['home.htm', null],
};

const fileOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  acceptRanges: oddValues,
  cacheControl: oddValues,
  dotfiles: { ...oddValues, allow: 'allow', deny: 'deny', ignore: 'ignore' },
  etag: oddValues,
  extensions: { ...oddValues, one: 'html', several: ['txt', 'html'], dotted: ['.html'], numbers: [1] },
  immutable: oddValues,
  index: names,
  lastModified: oddValues,
  maxAge: times,
  maxage: times,
  unknown: oddValues,
};
const staticOptions = { ...fileOptions, fallthrough: oddValues, redirect: oddValues };

const cases: Record<string, Record<string, Case>> = {
  'express.static': {
    'with its defaults': { app: serves((express) => express.static(root), tells), asks },
    'and the default pages': { app: serves((express) => express.static(root)), asks },
    'with conditions and ranges': { app: serves((express) => express.static(root), tells), asks: conditions },
    'with conditions, and the default pages': {
      app: serves((express) => express.static(root, { maxAge: '1d' })),
      asks: conditions,
    },
    'without fallthrough': {
      app: serves((express) => express.static(root, { fallthrough: false }), tells),
      asks: [...asks, get('/a%00b')],
    },
    'without fallthrough, denying dotfiles': {
      app: serves((express) => express.static(root, { fallthrough: false, dotfiles: 'deny' }), tells),
      asks,
    },
    'denying dotfiles': { app: serves((express) => express.static(root, { dotfiles: 'deny' })), asks },
    'with links': {
      app: serves((express) => express.static(root)),
      asks: ['/out/secret.txt', '/link.json', '/out', '/out/', '/loop'].map((target) => get(target)),
    },
    'with NUL and escapes': {
      app: serves((express) => express.static(root)),
      asks: ['/a%00b', '/%70age.html', '/sub%20'].map((target) => get(target)),
    },
    'of a root that is made later': {
      app: (express) => {
        const later = mkdtempSync(join(home, 'later-'));
        rmSync(later, { recursive: true });
        return express()
          .use(express.static(later))
          .use((_req, res) => {
            mkdirSync(later, { recursive: true });
            writeFileSync(join(later, 'a.txt'), 'made');
            utimesSync(join(later, 'a.txt'), CHANGED, CHANGED);
            res.end('not yet');
          });
      },
      asks: [get('/a.txt'), get('/a.txt'), get('/')],
    },
    'of a file': {
      app: (express) =>
        express()
          .use('/favicon.ico', express.static(join(root, 'data.json')))
          .use((_req, res) => void res.end('passed on')),
      asks: [get('/favicon.ico'), get('/favicon.ico/'), get('/favicon.ico/x'), head('/favicon.ico')],
    },
    'of a relative root': {
      app: serves((express) => express.static('packages/nextpress/test/side-by-side')),
      asks: [get('/missing')],
    },
    'of options that are inherited': {
      app: serves((express) => express.static(root, Object.create({ index: 'home.htm', maxAge: 5_000 }))),
      asks,
    },
    'with setHeaders': {
      app: serves(
        (express) =>
          express.static(root, {
            setHeaders(res, path, stats) {
              res.set('X-File', `${path.slice(root.length)} ${stats.size} ${stats.isFile()}`);
              res.set('Cache-Control', 'no-store');
              if (path.endsWith('.json')) res.set('ETag', '"own"');
            },
          }),
        tells,
      ),
      asks: [...asks, ...conditions, get('/data.json', { 'If-None-Match': '"own"' })],
    },
  },
};

for (const [option, values] of Object.entries(staticOptions)) {
  cases[`express.static, option ${option}`] = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { app: serves((express) => express.static(root, { [option]: value }), tells), asks },
    ]),
  );
}
cases['express.static, its arguments'] = Object.fromEntries(
  Object.entries({
    'no root': [],
    'null for a root': [null],
    'an empty root': [''],
    'a number for a root': [5],
    'a list for a root': [[root]],
    'null for options': [root, null],
    'a number for options': [root, 5],
    'a text for options': [root, 'text'],
    'a function for options': [root, () => {}],
    'setHeaders that is a text': [root, { setHeaders: 'text' }],
    'setHeaders that is 0': [root, { setHeaders: 0 }],
  }).map(([name, given]) => [
    name,
    {
      app: serves((express) => (express.static as (...given: unknown[]) => unknown)(...given), tells),
      asks: [get('/data.json')],
    },
  ]),
);

const sends =
  (send: (res: import('express').Response, file: string) => unknown) =>
  (express: Express): Application => {
    const app = express().set('env', 'production');
    app.get('/*file', (req, res) => {
      send(res, `${(req.params as unknown as { file: string[] }).file.join('/')}`);
    });
    app.use((_req, res) => void res.end('passed on'));
    return app.use(tells);
  };

const files: readonly Ask[] = [
  ...[
    'data.json',
    'sub',
    'sub/',
    'missing',
    '.hidden',
    'page',
    '..%2foutside%2fsecret.txt',
    'out%2fsecret.txt',
  ].map((name) => get(`/${name}`)),
  get('/a%00b'),
  head('/data.json'),
  get('/data.json', { Range: 'bytes=2-4' }),
  get('/data.json', { Range: 'bytes=99-' }),
  get('/data.json', { 'If-None-Match': TAG }),
];

for (const [option, values] of Object.entries({
  ...fileOptions,
  headers: { null: null, empty: {}, given: { 'X-A': 'b', 'Content-Type': 'text/x', ETag: '"own"' } },
  root: { null: null, empty: '', zero: 0 },
  start: { zero: 0, five: 5, far: 500 },
  end: { five: 5, far: 500, text: 'x', list: ['a'], 'not a number': Number.NaN },
})) {
  const options = (value: unknown): never => ({ root, [option]: value }) as never;
  cases[`res.sendFile, option ${option}`] = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { app: sends((res, file) => res.sendFile(file, options(value))), asks: files },
    ]),
  );
}
cases['res.sendFile'] = {
  'with conditions and ranges': {
    app: sends((res, file) => res.sendFile(file, { root })),
    asks: conditions,
  },
  'with another status': {
    app: sends((res, file) => res.status(404).sendFile(file, { root })),
    asks: conditions,
  },
  'with null for options': {
    app: sends((res, file) => res.sendFile(join(root, file), null as never)),
    asks: files,
  },
  'with the setting etag off': {
    app: (express) =>
      express()
        .set('etag', false)
        .use((_req, res) => res.sendFile('data.json', { root, etag: true } as never)),
    asks: [get('/')],
  },
  'with a wrong path': {
    app: sends((res) => res.sendFile(7 as never)),
    asks: [get('/a')],
  },
  'without a path': { app: sends((res) => res.sendFile('')), asks: [get('/a')] },
  'with a relative path': { app: sends((res) => res.sendFile('data.json')), asks: [get('/a')] },
  'with a path of escapes': { app: sends((res) => res.sendFile('%70age.html', { root })), asks: [get('/a')] },
};
cases['res.download'] = {
  'with a path': { app: sends((res, file) => res.download(join(root, file))), asks: files },
  'with a root': {
    app: sends((res, file) => res.download(file, { root } as never)),
    asks: [...files, ...conditions],
  },
  'with a name and headers': {
    app: sends((res, file) =>
      res.download(file, 'né.txt', { root, headers: { 'X-A': 'b', 'content-disposition': 'inline' } }),
    ),
    asks: files,
  },
};

compare(cases satisfies Cases);
