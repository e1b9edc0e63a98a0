import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serveStatic } from '@nextpress/static';
import type { Listening, RawResponse } from '@nextpress-internal/test-kit';
import { exchange, listen } from '@nextpress-internal/test-kit';
import peer from 'serve-static';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { StaticMiddleware, StaticOptions } from '../src/index.ts';
import { fileTree } from './file-tree.ts';
import { hosts } from './hosts.ts';

const LARGE = Buffer.alloc(300_000, '0123456789');
const TIME = new Date('2026-11-21T10:00:00.500Z');
const LAST_MODIFIED = 'Sat, 21 Nov 2026 10:00:00 GMT';

const tree = fileTree({
  'public/index.html': '<h1>home</h1>',
  'public/a.txt': 'hello',
  'public/empty.txt': '',
  'public/large.bin': LARGE,
  'public/é ü.txt': 'umlaut',
  'public/logo@2x.png': 'png',
  'public/about.html': 'about',
  'public/docs/index.html': 'docs',
  'public/docs/index.htm': 'old docs',
  'public/bare/a.txt': '',
  'public/.env': 'SECRET',
  'public/.git/config': 'SECRET',
  'outside.txt': 'SECRET',
});
const root = join(tree.path, 'public');
utimesSync(join(root, 'a.txt'), TIME, TIME);
symlinkSync(join(tree.path, 'outside.txt'), join(root, 'out.txt'));
symlinkSync(tree.path, join(root, 'up'));
symlinkSync('a.txt', join(root, 'in.txt'));
symlinkSync('docs', join(root, 'manual'));
symlinkSync('a.txt', join(root, 'style.css'));
symlinkSync('loop', join(root, 'loop'));

const servers: Listening[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => tree.remove());

async function serve(middleware: StaticMiddleware, host = 'bare Node', mount?: string): Promise<number> {
  const server = await listen(createServer(hosts[host]?.(middleware, mount)));
  servers.push(server);
  return server.port;
}

interface Ask {
  readonly method?: string;
  readonly fields?: Record<string, string>;
  readonly options?: StaticOptions;
  readonly middleware?: StaticMiddleware;
  readonly host?: string;
  readonly mount?: string;
}

async function ask(target: string, how: Ask = {}): Promise<RawResponse> {
  const { method = 'GET', fields = {}, middleware = serveStatic(root, how.options), host, mount } = how;
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}Connection: close\r\n\r\n`;
  const [response] = await exchange(await serve(middleware, host, mount), head, { methods: [method] });
  if (response === undefined) throw new Error('no response');
  return response;
}

describe.each(Object.keys(hosts))('in %s', (host) => {
  test('serves a file with its headers', async () => {
    const { status, headers, body } = await ask('/a.txt', { host });
    expect([status, body]).toEqual([200, 'hello']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '5',
      'cache-control': 'public, max-age=0',
      'last-modified': LAST_MODIFIED,
      etag: `W/"5-${TIME.getTime().toString(16)}"`,
      'accept-ranges': 'bytes',
    });
  });

  test('passes a request without a file to next', async () => {
    expect(await ask('/none.txt', { host })).toMatchObject({ status: 404, body: 'next' });
    expect(await ask('/a.txt', { host, method: 'POST' })).toMatchObject({ status: 404, body: 'next' });
  });

  test('passes an error to next without fallthrough', async () => {
    const options = { fallthrough: false };
    expect(await ask('/none.txt', { host, options })).toMatchObject({ status: 404, body: 'ENOENT' });
    expect(await ask('/a.txt', { host, options, method: 'PUT' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
  });

  test('redirects a directory under a mount to the whole path', async () => {
    const mounted = { host, mount: '/files' };
    expect(await ask('/files/docs/', mounted)).toMatchObject({ status: 200, body: 'docs' });
    const redirect = await ask('/files/docs?a=//b', mounted);
    expect([redirect.status, redirect.headers.location]).toEqual([301, '/files/docs/?a=//b']);
    const mount = await ask('/files', mounted);
    expect([mount.status, mount.headers.location]).toEqual([301, '/files/']);
  });
});

test('streams large files', async () => {
  const { headers, body } = await ask('/large.bin');
  expect(headers['content-length']).toBe('300000');
  expect(body === LARGE.toString('latin1')).toBe(true);
});

test('serves empty files', async () => {
  expect(await ask('/empty.txt')).toMatchObject({
    status: 200,
    headers: { 'content-length': '0' },
    body: '',
  });
});

test('HEAD responds with the headers of GET and no body', async () => {
  for (const target of ['/a.txt', '/large.bin']) {
    const [get, head] = [await ask(target), await ask(target, { method: 'HEAD' })];
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    expect([head.status, head.body]).toEqual([200, '']);
  }
});

test('finds names in every percent-encoding, and by an absolute target', async () => {
  for (const target of ['/%C3%A9%20%C3%BC.txt', '/%c3%a9%20%c3%bc.txt']) {
    expect((await ask(target)).body).toBe('umlaut');
  }
  expect((await ask('/logo%402x.png')).body).toBe('png');
  expect((await ask('/%61.txt?x=/../')).body).toBe('hello');
  expect((await ask('/docs/../a.txt')).body).toBe('hello');
  expect((await ask('http://example.com/a.txt')).body).toBe('hello');
});

test('passes a malformed target to next, or responds with 400 without fallthrough', async () => {
  for (const target of ['/%zz', '/a.txt%', '/a%00b', '/%FF']) {
    expect(await ask(target)).toMatchObject({ status: 404, body: 'next' });
    const options = { fallthrough: false };
    expect(await ask(target, { options })).toMatchObject({ status: 400, body: 'ERR_FILE_PATH' });
  }
});

test('passes an error to next for a response that other code has started in the meantime', async () => {
  const ways: [string, StaticOptions][] = [
    ['/late-1.txt', { setHeaders: (res) => void res.setHeader('X-Late', '1') }],
    ['/late-2.txt', { precompressed: ['gzip'] }],
    ['/late-3', { fallback: 'index.html' }],
    ['/docs', {}],
    ['/bare/', { list: true }],
  ];
  for (const name of ['late-1.txt', 'late-2.txt']) writeFileSync(join(root, name), 'late');
  for (const [target, options] of ways) {
    const files = serveStatic(root, options);
    const errors: unknown[] = [];
    const middleware: StaticMiddleware = (req, res) => {
      files(req, res, (error) => {
        errors.push(error);
        res.end('ne');
      });
      res.write('mi');
    };
    const fields = { Accept: 'text/html' };
    expect([target, (await ask(target, { middleware, fields })).body]).toEqual([target, 'mine']);
    expect([target, errors]).toMatchObject([target, [{ code: 'ERR_HTTP_HEADERS_SENT' }]]);
  }
});

test('serves the first index that exists, or none', async () => {
  expect((await ask('/')).body).toBe('<h1>home</h1>');
  expect((await ask('/docs/')).body).toBe('docs');
  expect((await ask('/docs/', { options: { index: ['none.html', 'index.htm'] } })).body).toBe('old docs');
  expect((await ask('/docs/', { options: { index: false } })).body).toBe('next');
  expect((await ask('/bare/')).body).toBe('next');
  expect((await ask('/a.txt/')).body).toBe('next');
});

test('passes a directory without a slash to next if redirect is off', async () => {
  expect(await ask('/docs', { options: { redirect: false } })).toMatchObject({ status: 404, body: 'next' });
});

test.each([
  '//docs',
  '//evil.example/docs/..',
  '/\\evil.example/docs',
  '/%5Cevil.example',
  '//evil.example/%2e%2e/docs',
  '/;@evil.example/../docs',
])('%s does not redirect to another host', async (target) => {
  const { headers } = await ask(target);
  expect(headers.location ?? '/docs/').toBe('/docs/');
});

test('tries extensions in order for a file that is not found', async () => {
  const options = { extensions: ['htm', 'html'] };
  expect((await ask('/about', { options })).body).toBe('about');
  expect((await ask('/a.txt', { options })).body).toBe('hello');
  expect((await ask('/about/', { options })).body).toBe('next');
});

test('ignores, denies or allows dotfiles', async () => {
  for (const target of ['/.env', '/%2eenv', '/.git/config', '/x/../.env']) {
    expect(await ask(target)).toMatchObject({ status: 404, body: 'next' });
    const denied = await ask(target, { options: { dotfiles: 'deny' } });
    expect(denied).toMatchObject({ status: 404, body: 'next' });
    const last = await ask(target, { options: { dotfiles: 'deny', fallthrough: false } });
    expect(last).toMatchObject({ status: 403, body: 'ERR_DOTFILE' });
    expect((await ask(target, { options: { dotfiles: 'allow' } })).body).toBe('SECRET');
  }
});

test('follows links within the root only', async () => {
  expect((await ask('/in.txt')).body).toBe('hello');
  expect((await ask('/manual/')).body).toBe('docs');
  expect((await ask('/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  for (const target of ['/out.txt', '/up/outside.txt', '/up/public/a.txt', '/up/', '/up', '/loop']) {
    expect(await ask(target)).toMatchObject({ status: 404, body: 'next' });
  }
});

test.runIf(process.platform !== 'win32')('does not wait for a FIFO', async () => {
  execFileSync('mkfifo', [join(root, 'fifo')]);
  expect(await ask('/fifo')).toMatchObject({ status: 404, body: 'next' });
});

test('treats a name that is too long as missing', async () => {
  expect(await ask(`/${'a'.repeat(5_000)}`)).toMatchObject({ status: 404, body: 'next' });
});

describe('conditions', () => {
  const etag = `W/"5-${TIME.getTime().toString(16)}"`;
  const before = 'Sat, 21 Nov 2026 09:59:59 GMT';
  test.each([
    [{ 'If-None-Match': etag }, 304],
    [{ 'If-None-Match': `"x", ${etag}` }, 304],
    [{ 'If-None-Match': '*' }, 304],
    [{ 'If-None-Match': '"x"' }, 200],
    [{ 'If-None-Match': '"x"', 'If-Modified-Since': LAST_MODIFIED }, 200],
    [{ 'If-Modified-Since': LAST_MODIFIED }, 304],
    [{ 'If-Modified-Since': before }, 200],
    [{ 'If-Modified-Since': 'yesterday' }, 200],
    [{ 'If-Match': '*' }, 200],
    [{ 'If-Match': '"x"' }, 412],
    // A weak tag never matches here: RFC 9110 §13.1.1 compares strongly.
    [{ 'If-Match': etag }, 412],
    [{ 'If-Unmodified-Since': LAST_MODIFIED }, 200],
    [{ 'If-Unmodified-Since': before }, 412],
    [{ 'If-None-Match': etag, Range: 'bytes=0-1' }, 304],
  ])('%j gets status %i', async (fields, status) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await ask('/a.txt', { fields: fields as Record<string, string>, method });
      expect(response.status).toBe(status);
      if (status === 412 && method === 'GET') expect(response.body).toBe('ERR_PRECONDITION_FAILED');
      else if (status !== 200) expect(response.body).toBe('');
      if (status === 304) {
        expect(response.headers).toMatchObject({ etag, 'last-modified': LAST_MODIFIED });
        expect(response.headers).not.toHaveProperty('content-type');
      }
    }
  });

  test('and ranges apply only to what would be a 200', async () => {
    const files = serveStatic(root);
    const middleware: StaticMiddleware = (req, res, next) => {
      res.statusCode = 404;
      files(req, res, next);
    };
    for (const fields of [{ 'If-None-Match': '*' }, { 'If-Match': '"x"' }, { Range: 'bytes=0-1' }]) {
      const { status, headers, body } = await ask('/a.txt', {
        middleware,
        fields: { ...fields } as Record<string, string>,
      });
      expect([status, headers['content-length'], body]).toEqual([404, '5', 'hello']);
    }
  });

  test('etag and lastModified can be turned off', async () => {
    const { headers } = await ask('/a.txt', { options: { etag: false, lastModified: false } });
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('last-modified');
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-1', 206, 'he', 'bytes 0-1/5'],
    ['bytes=3-', 206, 'lo', 'bytes 3-4/5'],
    ['bytes=-2', 206, 'lo', 'bytes 3-4/5'],
    ['bytes=0-999', 206, 'hello', 'bytes 0-4/5'],
    ['bytes=5-', 416, 'ERR_RANGE_NOT_SATISFIABLE', 'bytes */5'],
    ['bytes=-0', 416, 'ERR_RANGE_NOT_SATISFIABLE', 'bytes */5'],
    ['bytes=0-1,3-4', 200, 'hello', undefined],
    ['bytes=9-0', 200, 'hello', undefined],
    ['lines=0-1', 200, 'hello', undefined],
  ])('%s gets status %i', async (range, status, body, contentRange) => {
    const response = await ask('/a.txt', { fields: { Range: range } });
    expect([response.status, response.body, response.headers['content-range']]).toEqual([
      status,
      body,
      contentRange,
    ]);
    if (status !== 416) expect(response.headers['content-length']).toBe(String(body.length));
  });

  test('sends the range of a large file', async () => {
    const { status, body } = await ask('/large.bin', { fields: { Range: 'bytes=100001-250002' } });
    expect(status).toBe(206);
    expect(body === LARGE.subarray(100_001, 250_003).toString('latin1')).toBe(true);
  });

  test('HEAD ignores Range', async () => {
    const { status, headers } = await ask('/a.txt', { method: 'HEAD', fields: { Range: 'bytes=0-1' } });
    expect([status, headers['content-length']]).toEqual([200, '5']);
  });

  test('If-Range needs the exact date, and never matches a weak tag', async () => {
    const statusOf = async (ifRange: string): Promise<number> =>
      (await ask('/a.txt', { fields: { Range: 'bytes=0-1', 'If-Range': ifRange } })).status;
    expect(await statusOf(LAST_MODIFIED)).toBe(206);
    expect(await statusOf('Sat, 21 Nov 2026 09:59:59 GMT')).toBe(200);
    expect(await statusOf(`W/"5-${TIME.getTime().toString(16)}"`)).toBe(200);
    expect(await statusOf('"x"')).toBe(200);
  });

  test('If-Range gets the whole file if the second of its date is not over', async () => {
    // A modification time in the future, as from a file server whose clock is ahead.
    const time = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 60_000);
    writeFileSync(join(root, 'fresh.txt'), 'hello');
    utimesSync(join(root, 'fresh.txt'), time, time);
    const fields = { Range: 'bytes=0-1', 'If-Range': time.toUTCString() };
    expect((await ask('/fresh.txt', { fields })).status).toBe(200);
    utimesSync(join(root, 'fresh.txt'), TIME, TIME);
    expect((await ask('/fresh.txt', { fields: { ...fields, 'If-Range': LAST_MODIFIED } })).status).toBe(206);
  });
});

test('keeps headers set by setHeaders and earlier middleware', async () => {
  const options: StaticOptions = {
    maxAge: '1h',
    setHeaders: (res, path, stats) => {
      res.setHeader('X-File', `${path.slice(root.length)} ${stats.size}`);
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('ETag', '"strong"');
    },
  };
  const { headers } = await ask('/a.txt', { options });
  expect(headers).toMatchObject({ 'x-file': '/a.txt 5', 'cache-control': 'no-store', etag: '"strong"' });
  const range = { 'If-Range': '"strong"', Range: 'bytes=0-0' };
  expect((await ask('/a.txt', { options, fields: range })).status).toBe(206);
  const ranged = await ask('/a.txt', { options: { maxAge: '1h', immutable: true } });
  expect(ranged.headers['cache-control']).toBe('public, max-age=3600, immutable');
});

test('evaluates conditions against the date that setHeaders sets', async () => {
  const date = 'Sat, 21 Nov 2026 11:00:00 GMT';
  const options: StaticOptions = {
    etag: false,
    setHeaders: (res) => {
      res.setHeader('Last-Modified', date);
    },
  };
  for (const lastModified of [true, false]) {
    const statusOf = async (fields: Record<string, string>): Promise<number> =>
      (await ask('/a.txt', { options: { ...options, lastModified }, fields })).status;
    expect(await statusOf({ 'If-Modified-Since': LAST_MODIFIED })).toBe(200);
    expect(await statusOf({ 'If-Modified-Since': date })).toBe(304);
    expect(await statusOf({ 'If-Unmodified-Since': LAST_MODIFIED })).toBe(412);
    expect(await statusOf({ Range: 'bytes=0-0', 'If-Range': LAST_MODIFIED })).toBe(200);
    expect(await statusOf({ Range: 'bytes=0-0', 'If-Range': date })).toBe(206);
  }
});

test('removes headers about the file if it is not sent', async () => {
  const options: StaticOptions = {
    setHeaders: (res) => {
      res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      res.setHeader('Content-Type', 'text/x-own');
      res.setHeader('Content-Length', '99');
      res.setHeader('Content-Encoding', 'x-own');
      res.setHeader('ETag', '"own"');
      res.setHeader('X-Own', '1');
    },
  };
  const fieldsOf = async (
    fields: Record<string, string>,
    status: number,
  ): Promise<RawResponse['headers']> => {
    const response = await ask('/a.txt', { options, fields });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ 'x-own': '1' });
    for (const name of ['content-type', 'content-encoding'])
      expect(response.headers).not.toHaveProperty(name);
    return response.headers;
  };
  const kept = await fieldsOf({ 'If-None-Match': '"own"' }, 304);
  expect(kept).toMatchObject({ etag: '"own"', 'cache-control': 'public, max-age=31536000, immutable' });
  expect(kept).not.toHaveProperty('content-length');
  const errors = [await fieldsOf({ 'If-Match': '"x"' }, 412), await fieldsOf({ Range: 'bytes=9-' }, 416)];
  for (const headers of errors) {
    // Otherwise a cache would keep the error for a year.
    for (const name of ['cache-control', 'etag']) expect(headers).not.toHaveProperty(name);
  }
});

test('passes an error of setHeaders to next', async () => {
  const options: StaticOptions = {
    setHeaders: () => {
      throw Object.assign(new Error('hook'), { status: 503, code: 'HOOK' });
    },
  };
  expect(await ask('/a.txt', { options })).toMatchObject({ status: 503, body: 'HOOK' });
});

test.each([undefined, '', 'route', 'router'])(
  'passes an error to next if setHeaders throws %j',
  async (thrown) => {
    const options: StaticOptions = {
      setHeaders: () => {
        throw thrown;
      },
    };
    expect(await ask('/a.txt', { options })).toMatchObject({ status: 500, body: 'next' });
  },
);

test('does not turn an error thrown by next into a rejection', async () => {
  const caught: unknown[] = [];
  const events = ['uncaughtException', 'unhandledRejection'];
  const others = events.map((event) => [event, process.listeners(event as 'exit')] as const);
  for (const event of events) process.removeAllListeners(event).on(event, () => caught.push(event));
  const files = serveStatic(root);
  for (const target of ['/none.txt', '/%zz']) {
    await ask(target, {
      middleware: (req, res) =>
        files(req, res, () => {
          res.end();
          throw new Error('next');
        }),
    });
  }
  for (const [event, listeners] of others) {
    process.removeAllListeners(event);
    for (const listener of listeners) process.on(event, listener);
  }
  expect(caught).toEqual(['uncaughtException', 'uncaughtException']);
});

test('sends the headers of serve-static, except for its Content-Type', async () => {
  for (const target of ['/a.txt', '/about.html', '/large.bin']) {
    const [ours, theirs] = [await ask(target), await ask(target, { middleware: peer(root) })];
    expect(ours.body === theirs.body).toBe(true);
    expect(Object.keys(ours.headers).sort()).toEqual(Object.keys(theirs.headers).sort());
    for (const name of ['etag', 'last-modified', 'cache-control', 'content-type', 'content-length']) {
      expect(ours.headers[name]).toBe(theirs.headers[name]);
    }
  }
});

test('serves a root that is replaced', async () => {
  mkdirSync(join(tree.path, 'r1'));
  mkdirSync(join(tree.path, 'r2'));
  writeFileSync(join(tree.path, 'r1', 'v.txt'), '1');
  writeFileSync(join(tree.path, 'r2', 'v.txt'), '2');
  const link = join(tree.path, 'current');
  symlinkSync('r1', link);
  const middleware = serveStatic(link);
  expect((await ask('/v.txt', { middleware })).body).toBe('1');
  execFileSync('ln', ['-sfn', 'r2', link]);
  expect((await ask('/v.txt', { middleware })).body).toBe('2');
});
