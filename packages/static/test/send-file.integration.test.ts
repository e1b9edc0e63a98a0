import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type SendFileError, type SendFileOptions, sendFile } from '@nextpress/static';
import { exchange, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTree } from './file-tree.ts';

const LARGE = Buffer.alloc(300_000, '0123456789');
const TIME = new Date('2026-11-20T10:00:00.500Z');
const tree = fileTree({
  'public/index.html': '<h1>home</h1>',
  'public/a.txt': 'hello',
  'public/empty.txt': '',
  'public/large.bin': LARGE,
  'public/é ü%20#?.txt': 'umlaut',
  'public/name': 'no extension',
  'public/page.html': 'page',
  'public/docs/index.html': 'docs',
  'public/docs/index.htm': 'old docs',
  'public/bare/a.txt': 'bare',
  'public/.env': 'SECRET',
  'public/.hidden/a.txt': 'SECRET',
  'public/data.json': '{}',
  'outside.txt': 'SECRET',
});
const root = join(tree.path, 'public');
for (const name of ['a.txt', 'large.bin', 'empty.txt', 'page.html', 'data.json'])
  utimesSync(join(root, name), TIME, TIME);
symlinkSync(join(tree.path, 'outside.txt'), join(root, 'out.txt'));
symlinkSync('a.txt', join(root, 'in.txt'));
symlinkSync(root, join(tree.path, 'current'));
afterAll(() => tree.remove());

interface Case {
  readonly path: string;
  readonly options?: SendFileOptions | undefined;
  readonly before?: (res: ServerResponse) => void;
}

const under = (path: string, options: SendFileOptions = {}): Case => ({
  path,
  options: { root, ...options },
});

const cases: Readonly<Record<string, Case>> = {
  'a file by its absolute path': { path: join(root, 'a.txt') },
  'a file under a root': under('a.txt'),
  'a file under a root, with a leading slash': under('/a.txt'),
  'a file under a root, with dot segments within it': under('docs/../a.txt'),
  'a file under a root, with repeated slashes': under('docs//./index.html'),
  'a file under a root that is a link': { path: 'a.txt', options: { root: join(tree.path, 'current') } },
  'a large file': under('large.bin'),
  'an empty file': under('empty.txt'),
  'a name with every kind of character': under('é ü%20#?.txt'),
  'a name without an extension': under('name'),
  'a link within the root': under('in.txt'),
  JSON: under('data.json'),
  'an index': under('docs/'),
  'another index': under('docs/', { index: ['index.htm', 'index.html'] }),
  'no index': under('docs/', { index: false }),
  'an extension': under('page', { extensions: ['htm', 'html'] }),
  'a maxAge': under('a.txt', { maxAge: 3_600_000 }),
  'a maxAge with a unit': under('a.txt', { maxAge: '2h', immutable: true }),
  'no Cache-Control': under('a.txt', { cacheControl: false }),
  'no validators': under('a.txt', { lastModified: false }),
  'no ranges': under('a.txt', { acceptRanges: false }),
  fields: under('a.txt', {
    headers: { 'X-A': 'b', 'Content-Type': 'text/x-own', 'Cache-Control': 'no-store' },
  }),
  'a tag of its own': under('a.txt', { headers: { ETag: '"mine"' } }),
  'a dotfile that is allowed': under('.env', { dotfiles: 'allow' }),
  'a dotfile that is denied': under('.env', { dotfiles: 'deny' }),
  'a dotfile': under('.env'),
  'a file in a hidden directory': under('.hidden/a.txt'),
  'a file in a hidden directory, by its absolute path': { path: join(root, '.hidden/a.txt') },
  'a file in a hidden directory that is the root': {
    path: 'a.txt',
    options: { root: join(root, '.hidden') },
  },
  'no file': under('none.txt'),
  'no file, by its absolute path': { path: join(root, 'none.txt') },
  'no root': { path: 'a.txt', options: { root: join(root, 'none') } },
  'a file below a file': under('a.txt/b'),
  'a file with a trailing slash': under('a.txt/'),
  'a name that is too long': under('x'.repeat(300)),
  'a directory': under('docs'),
  'a directory without an index': under('bare/'),
  'a path out of the root': under('../outside.txt'),
  'a path out of the root and back': under('../public/a.txt'),
  'a path out of the root, by backslashes': under('..\\outside.txt'),
  'names that start with two dots': under('..a/..b'),
  'an absolute path with a parent segment': { path: `${root}/docs/../a.txt` },
  'a path with NUL': under('a.txt\0.png'),
  'a percent-encoded path, which is not decoded': under('%2e%2e/outside.txt'),
  'a type that was set': { ...under('a.txt'), before: (res) => res.setHeader('Content-Type', 'text/x-set') },
  'fields that were set': { ...under('a.txt'), before: (res) => res.setHeader('Cache-Control', 'private') },
  'fields over those that were set': {
    ...under('a.txt', { headers: { 'Cache-Control': 'no-store' } }),
    before: (res) => res.setHeader('Cache-Control', 'private'),
  },
  'a status': {
    ...under('a.txt'),
    before: (res) => {
      res.statusCode = 404;
    },
  },
};

/** Requests for which this package deliberately differs from Express. */
const without: Readonly<Record<string, RegExp>> = {
  // Conditions do not apply to error pages.
  'a status': /Range|If-/,
  // Express sends the whole file for several ranges.
  'a large file': /,2-2$/,
  // A range of an empty file cannot be expressed, so the whole file is sent.
  'an empty file': /Range: bytes=-2/,
  // Without Last-Modified there is nothing to compare with (RFC 9110 §13.1.4).
  'no validators': /If-Unmodified-Since/,
};

const conditions: readonly (readonly string[])[] = [
  [],
  ['Range: bytes=1-2'],
  ['Range: bytes=-2'],
  ['Range: bytes=1-'],
  ['Range: bytes=0-0,2-2'],
  ['Range: bytes=999999999-'],
  ['Range: bytes = 1-2'],
  ['Range: lines=1-2'],
  ['If-None-Match: "x"'],
  ['If-None-Match: *'],
  ['If-None-Match: "mine"'],
  ['If-Match: *'],
  ['If-Match: "x"'],
  ['If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT'],
  ['If-Modified-Since: Fri, 20 Nov 2026 09:59:59 GMT'],
  ['If-Unmodified-Since: Fri, 20 Nov 2026 09:59:59 GMT'],
  ['Range: bytes=1-2', 'If-Range: Fri, 20 Nov 2026 10:00:00 GMT'],
  ['Range: bytes=1-2', 'If-Range: "x"'],
];

describe('sendFile responds like res.sendFile of Express 5 to', () => {
  let ours: Listening;
  let theirs: Listening;
  const names = Object.keys(cases);
  const caseOf = (req: IncomingMessage): Case => cases[names[Number(req.url?.slice(1))] as string] as Case;
  const finish = (res: ServerResponse) => (error?: SendFileError) => {
    if (error === undefined) return;
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    res.statusCode = error.status ?? 599;
    res.end(error.code === 'ENOENT' || error.code === 'EISDIR' ? error.code : '');
  };
  beforeAll(async () => {
    const app = express().disable('x-powered-by');
    app.use((req, res) => {
      const { path, options, before } = caseOf(req);
      before?.(res);
      res.sendFile(path, options as never, finish(res));
    });
    theirs = await listen(createServer(app));
    ours = await listen(
      createServer((req, res) => {
        const { path, options, before } = caseOf(req);
        before?.(res);
        sendFile(req, res, path, options, finish(res));
      }),
    );
  });
  afterAll(() => Promise.all([ours.close(), theirs.close()]));

  test.each(names)('%s', async (name) => {
    const asked = ['GET', 'HEAD', 'POST'].flatMap((method) =>
      conditions
        .filter(([field = '']) => without[name]?.test(field) !== true)
        // Range is ignored for methods other than GET (RFC 9110 §14.2).
        .filter(([field = '']) => method === 'GET' || !field.startsWith('Range'))
        // So are dates, and If-None-Match differs, for methods other than GET and HEAD (§13.1).
        .filter(([field = '']) => method !== 'POST' || field === '')
        .map((fields) => ({ method, fields })),
    );
    const [our, their] = await Promise.all(
      [ours, theirs].map((server) => askAll(server, names.indexOf(name), asked)),
    );
    for (const [at, each] of asked.entries()) {
      expect(comparable(our?.[at]), JSON.stringify(each)).toEqual(comparable(their?.[at]));
    }
  });
});

interface Asked {
  readonly method: string;
  readonly fields: readonly string[];
}

/** Sends the requests one after the other on one connection. */
async function askAll({ port }: Listening, at: number, asked: readonly Asked[]): Promise<RawResponse[]> {
  const requests = asked.map(
    ({ method, fields }) => `${method} /${at} HTTP/1.1\r\n${['Host: x', ...fields, '', ''].join('\r\n')}`,
  );
  const methods = asked.map(({ method }) => method);
  return exchange(port, requests.join(''), { methods, responses: asked.length });
}

function comparable(response: RawResponse | undefined): unknown {
  const { status, rawHeaders, body } = response as RawResponse;
  const fields = rawHeaders
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .filter((line) => !/^(?:date|connection|keep-alive):/.test(line));
  // Express distinguishes a missing file from a hidden one.
  return { status, fields: status < 400 ? fields.sort() : [], body: status === 404 ? '' : body };
}

type Sent = (SendFileError & { code?: string }) | undefined;

/** Resolves with the arguments of `done`. */
function outcome(): { readonly promise: Promise<Sent>; readonly resolve: (error: Sent) => void } {
  let resolve: (error: Sent) => void = () => undefined;
  const promise = new Promise<Sent>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The calls of `done` for one request, and what the client received. */
async function sent(
  path: string,
  options?: SendFileOptions,
  before: (req: IncomingMessage, res: ServerResponse) => unknown = () => undefined,
): Promise<{ readonly calls: Sent[]; readonly response: RawResponse | undefined }> {
  const calls: Sent[] = [];
  const server = await listen(
    createServer(async (req, res) => {
      await before(req, res);
      sendFile(req, res, path, options, (error) => {
        calls.push(error);
        if (!res.writableEnded) res.end();
      });
    }),
  );
  const [response] = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await server.close();
  return { calls, response };
}

describe('done', () => {
  test('is called once without an error when the file was sent', async () => {
    const { calls, response } = await sent('large.bin', { root });
    expect(calls).toEqual([undefined]);
    expect(response?.body).toHaveLength(LARGE.length);
  });

  test.each([
    ['a path with NUL', 'a\0', 400, 'ERR_FILE_PATH'],
    ['a path out of the root', '../outside.txt', 403, 'ERR_OUTSIDE_ROOT'],
    ['no file', 'none.txt', 404, 'ENOENT'],
    ['a link out of the root', 'out.txt', 404, 'ENOENT'],
    ['a dotfile', '.env', 404, 'ERR_NOT_FOUND'],
    ['a directory', 'docs', undefined, 'EISDIR'],
  ])('has the status and the code of %s', async (_, path, status, code) => {
    const { calls } = await sent(path, { root });
    expect(calls).toEqual([expect.objectContaining({ code })]);
    expect(calls[0]?.status).toBe(status);
  });

  test('has ERR_HTTP_HEADERS_SENT if a response was sent before', async () => {
    const { calls, response } = await sent('a.txt', { root }, (_req, res) => res.end('first'));
    expect(calls).toEqual([expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' })]);
    expect(response?.body).toBe('first');
  });

  test('has an error when a condition fails, and the headers about the file are removed', async () => {
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', ETag: '"a"', 'X-Own': '1' };
    const server = await listen(
      createServer((req, res) =>
        sendFile(req, res, 'a.txt', { root, headers }, (error) => {
          res.statusCode = error?.status ?? 500;
          res.end();
        }),
      ),
    );
    for (const [field, status] of [
      ['Range: bytes=9-', 416],
      ['If-Match: "b"', 412],
    ]) {
      const bytes = `GET / HTTP/1.1\r\nHost: x\r\n${field}\r\n\r\n`;
      const [response] = await exchange(server.port, bytes, { responses: 1 });
      expect([response?.status, response?.headers['x-own']]).toEqual([status, '1']);
      for (const name of ['cache-control', 'etag']) expect(response?.headers).not.toHaveProperty(name);
    }
    await server.close();
  });

  test('has ECONNABORTED if the client disconnects too early', async () => {
    const called = outcome();
    const server = await listen(
      createServer((req, res) => sendFile(req, res, 'large.bin', { root }, called.resolve)),
    );
    // More than the kernel buffers hold.
    writeFileSync(join(root, 'large.bin'), Buffer.alloc(30_000_000));
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.once('data', () => socket.destroy());
    expect(await called.promise).toMatchObject({ code: 'ECONNABORTED' });
    writeFileSync(join(root, 'large.bin'), LARGE);
    await server.close();
  });

  test('has ECONNABORTED if the client disconnected first', async () => {
    const called = outcome();
    const server = await listen(
      createServer((req, res) => {
        res.once('close', () => sendFile(req, res, 'a.txt', { root }, called.resolve));
        socket.destroy();
      }),
    );
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await called.promise).toMatchObject({ code: 'ECONNABORTED' });
    await server.close();
  });

  test('has an error if the file shrinks while it is sent, and the connection is closed', async () => {
    const path = join(root, 'shrinking.bin');
    writeFileSync(path, Buffer.alloc(30_000_000));
    const { calls, response } = await sent(path, {}, (_req, res) => {
      res.once('drain', () => truncateSync(path, 1));
    }).catch(() => ({ calls: ['cut'], response: undefined }));
    expect(calls).toHaveLength(1);
    expect(calls[0]).not.toBeUndefined();
    expect(response).toBeUndefined();
    rmSync(path);
  });
});

test('serves a root that is created after the first request', async () => {
  const late = join(tree.path, 'late');
  expect((await sent('a.txt', { root: late })).calls[0]?.code).toBe('ENOENT');
  mkdirSync(late);
  writeFileSync(join(late, 'a.txt'), 'late');
  expect((await sent('a.txt', { root: late })).response?.body).toBe('late');
});

test('accepts a file: URL as root', async () => {
  const { response } = await sent('a.txt', { root: pathToFileURL(root) });
  expect(response?.body).toBe('hello');
});

test('serves hundreds of roots', async () => {
  for (let user = 0; user < 300; user++) {
    mkdirSync(join(tree.path, 'users', String(user)), { recursive: true });
    writeFileSync(join(tree.path, 'users', String(user), 'a.txt'), String(user));
  }
  const server = await listen(
    createServer((req, res) =>
      sendFile(
        req,
        res,
        'a.txt',
        { root: join(tree.path, 'users', String(req.url?.slice(1))) },
        () => undefined,
      ),
    ),
  );
  const users = Array.from({ length: 300 }, (_, user) => user);
  const requests = users.map((user) => `GET /${user} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
  const responses = await exchange(server.port, requests, { responses: 300 });
  expect(responses.map(({ body }) => body)).toEqual(users.map(String));
  await server.close();
});

describe('sendFile throws synchronously for', () => {
  const call = (path: unknown, options?: unknown) => () =>
    sendFile(
      {} as IncomingMessage,
      {} as ServerResponse,
      path as string,
      options as SendFileOptions,
      () => undefined,
    );

  test.each([
    [
      'no path',
      undefined,
      { root },
      'Invalid path for sendFile(): expected the path of a file, got undefined',
    ],
    ['an empty path', '', { root }, 'expected the path of a file, got ""'],
    ['a relative path', 'a.txt', {}, 'expected an absolute path, or the option "root", got "a.txt"'],
    [
      'a number for the root',
      'a.txt',
      { root: 7 },
      '"root" of sendFile(): expected the path or the file: URL',
    ],
    [
      'a string for the options',
      'a.txt',
      'root',
      'Invalid options of sendFile(): expected an object, got "root"',
    ],
    [
      'a string for the headers',
      'a.txt',
      { root, headers: 'X-A: b' },
      'expected an object of headers, got "X-A: b"',
    ],
    [
      'an unknown value of dotfiles',
      'a.txt',
      { root, dotfiles: 'hide' },
      'expected "ignore", "deny" or "allow", got "hide"',
    ],
    ['an invalid maxAge', 'a.txt', { root, maxAge: 'soon' }, '"maxAge" of sendFile(): expected'],
  ])('%s', (_, path, options, message) => {
    expect(call(path, options)).toThrow(TypeError);
    expect(call(path, options)).toThrow(message);
  });
});
