import { linkSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@nextpress/static';
import { exchange, isFullRun, type Listening, listen, type RawResponse } from '@nextpress-internal/test-kit';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { StaticOptions } from '../src/index.ts';
import { fileTree } from './file-tree.ts';
import { respondToRest } from './hosts.ts';
import { lanes, requestFor } from './lanes.ts';

const LARGE = Buffer.alloc(300_000, '0123456789');
const MEDIUM = Buffer.alloc(100_000, 'abcdefghij');
const tree = fileTree({
  'public/index.html': '<h1>home</h1>',
  'public/a.txt': 'hello',
  'public/empty.txt': '',
  'public/medium.bin': MEDIUM,
  'public/large.bin': LARGE,
  'public/é ü.txt': 'umlaut',
  'public/about.html': 'about',
  'public/docs/index.html': 'docs',
  'public/docs/deep/b.txt': 'deep',
  'public/app.js': 'plain',
  'public/app.js.gz': 'zipped',
  'public/.env': 'SECRET',
  'outside/secret.txt': 'SECRET',
});
const root = join(tree.path, 'public');
const servers: Listening[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => tree.remove());

const BOUNDARY = /(?<=boundary=).*/;

/** Without the boundary, which is random. */
function bodyOf({ headers, body }: RawResponse): string {
  const [boundary] = BOUNDARY.exec(headers['content-type'] ?? '') ?? [];
  return boundary === undefined ? body : body.replaceAll(boundary, '');
}

type Ask = (target: string, fields?: Record<string, string>, method?: string) => Promise<RawResponse>;

async function serve(
  options: StaticOptions = {},
  directory = root,
  lane = "Node's lane",
  snapshot: StaticOptions['snapshot'] = true,
): Promise<Ask> {
  const files = serveStatic(directory, { ...options, snapshot });
  const server = await listen(
    lanes[lane]?.((req, res) => files(req, res, (error) => respondToRest(res, error))) as never,
  );
  servers.push(server);
  return async (target, fields, method = 'GET') => {
    const [response] = await exchange(server.port, requestFor(target, fields, method), {
      responses: 1,
      methods: [method],
    });
    if (response === undefined) throw new Error('no response');
    return response;
  };
}

describe.each(Object.keys(lanes))('in %s', (lane) => {
  test('responds as without a snapshot, except for strong tags', async () => {
    const [snapshot, live] = [await serve({}, root, lane), await serve({}, root, lane, false)];
    for (const target of [
      '/',
      '/a.txt',
      '/empty.txt',
      '/medium.bin',
      '/large.bin',
      '/%C3%A9%20%C3%BC.txt',
      '/docs/',
      '/docs',
      '/docs/../a.txt',
      '/none.txt',
      '/a.txt/',
      '/.env',
      '/docs/deep/b.txt?x',
      '/%zz',
    ]) {
      for (const [method, fields] of [
        ['GET', {}],
        ['HEAD', {}],
        ['GET', { Range: 'bytes=1-2' }],
        ['GET', { Range: 'bytes=0-0,2-2' }],
      ] as const) {
        const [ours, theirs] = [await snapshot(target, fields, method), await live(target, fields, method)];
        expect([target, ours.status]).toEqual([target, theirs.status]);
        expect(bodyOf(ours) === bodyOf(theirs)).toBe(true);
        const { date: _, etag, 'content-type': type, ...others } = ours.headers;
        const { date: __, etag: weak, 'content-type': theirType, ...theirOthers } = theirs.headers;
        expect(others).toEqual(theirOthers);
        expect(type?.replace(BOUNDARY, '')).toBe(theirType?.replace(BOUNDARY, ''));
        if (weak !== undefined && target !== '/large.bin') expect(etag).toMatch(/^"[\da-f]+-[\w+/]{27}"$/);
      }
    }
  });

  test('responds to pipelined requests in order', async () => {
    const files = serveStatic(root, { snapshot: true });
    const server = await listen(
      lanes[lane]?.((req, res) => files(req, res, (error) => respondToRest(res, error))) as never,
    );
    servers.push(server);
    const targets = ['/a.txt', '/large.bin', '/none', '/empty.txt', '/medium.bin', '/docs/'];
    const bytes = targets.map((target) => requestFor(target)).join('');
    const responses = await exchange(server.port, bytes, { responses: targets.length });
    expect(responses.map(({ status, body }) => [status, body.length])).toEqual([
      [200, 5],
      [200, 300_000],
      [404, 4],
      [200, 0],
      [200, 100_000],
      [200, 4],
    ]);
  });
});

test('serves files in memory as they were at startup', async () => {
  const directory = join(tree.path, 'changing');
  mkdirSync(directory);
  for (const name of ['gone.txt', 'replaced.txt']) writeFileSync(join(directory, name), 'before');
  const ask = await serve({}, directory);
  rmSync(join(directory, 'gone.txt'));
  writeFileSync(join(directory, 'replaced.txt'), 'after');
  writeFileSync(join(directory, 'new.txt'), 'new');
  for (let round = 0; round < 3; round++) {
    expect((await ask('/gone.txt')).body).toBe('before');
    expect((await ask('/replaced.txt')).body).toBe('before');
    expect(await ask('/new.txt')).toMatchObject({ status: 404, body: 'next' });
  }
});

test('serves files that are not in memory until they change', async () => {
  const directory = join(tree.path, 'large');
  mkdirSync(directory);
  for (const name of ['same.bin', 'gone.bin', 'replaced.bin', 'written.bin'])
    writeFileSync(join(directory, name), LARGE);
  const ask = await serve({}, directory, undefined, { maxFileBytes: 1_000 });
  expect((await ask('/written.bin')).status).toBe(200);
  rmSync(join(directory, 'gone.bin'));
  rmSync(join(directory, 'replaced.bin'));
  writeFileSync(join(directory, 'replaced.bin'), LARGE);
  utimesSync(join(directory, 'replaced.bin'), 1, 1);
  writeFileSync(join(directory, 'written.bin'), 'short');
  for (let round = 0; round < 3; round++) {
    expect((await ask('/same.bin')).body.length).toBe(LARGE.length);
    for (const target of ['/gone.bin', '/replaced.bin', '/written.bin']) {
      expect(await ask(target)).toMatchObject({ status: 404, body: 'next' });
    }
  }
});

test('keeps the smallest files in memory, within the limits', async () => {
  const directory = join(tree.path, 'budget');
  mkdirSync(directory);
  for (const size of [10, 20, 30]) writeFileSync(join(directory, `${size}.txt`), 'x'.repeat(size));
  const ask = await serve({}, directory, undefined, { maxBytes: 35 });
  for (const size of [10, 20, 30]) rmSync(join(directory, `${size}.txt`));
  expect([
    (await ask('/10.txt')).status,
    (await ask('/20.txt')).status,
    (await ask('/30.txt')).status,
  ]).toEqual([200, 200, 404]);
});

test('evaluates conditions against the strong tag', async () => {
  const ask = await serve();
  const { etag = '', 'last-modified': lastModified = '' } = (await ask('/a.txt')).headers;
  expect((await ask('/a.txt', { 'If-None-Match': etag })).status).toBe(304);
  expect((await ask('/a.txt', { 'If-Match': etag })).status).toBe(200);
  expect((await ask('/a.txt', { 'If-Match': '"x"' })).status).toBe(412);
  expect((await ask('/a.txt', { 'If-Modified-Since': lastModified })).status).toBe(304);
  expect(await ask('/a.txt', { 'If-Range': etag, Range: 'bytes=1-2' })).toMatchObject({
    status: 206,
    body: 'el',
  });
});

test('supports the options of live files', async () => {
  const ask = await serve({
    extensions: ['html'],
    dotfiles: 'allow',
    precompressed: ['gzip'],
    maxAge: '1h',
    setHeaders: (res, path, stats) => {
      res.setHeader('X-File', `${path.slice(root.length)} ${stats.size}`);
    },
  });
  expect((await ask('/about')).body).toBe('about');
  expect((await ask('/.env')).body).toBe('SECRET');
  const plain = await ask('/app.js');
  const zipped = await ask('/app.js', { 'Accept-Encoding': 'gzip' });
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'x-file': '/app.js 5' });
  expect(zipped).toMatchObject({ body: 'zipped', headers: { 'content-encoding': 'gzip' } });
  expect(zipped.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(zipped.headers['cache-control']).toBe('public, max-age=3600');
  expect(zipped.headers.etag).not.toBe(plain.headers.etag);
  const denied = await serve({ dotfiles: 'deny', fallthrough: false });
  expect((await denied('/.env')).status).toBe(403);
});

test('follows links within the root, but no cycles', async () => {
  const directory = join(tree.path, 'links');
  mkdirSync(join(directory, 'a'), { recursive: true });
  mkdirSync(join(directory, 'b'));
  writeFileSync(join(directory, 'a', 'f.txt'), 'f');
  symlinkSync('a', join(directory, 'alias'));
  symlinkSync('../b', join(directory, 'a', 'to-b'));
  symlinkSync('../a', join(directory, 'b', 'to-a'));
  symlinkSync('.', join(directory, 'self'));
  symlinkSync('../outside', join(directory, 'out'));
  symlinkSync('../outside/secret.txt', join(directory, 'out.txt'));
  symlinkSync('none', join(directory, 'broken'));
  const ask = await serve({}, directory);
  for (const target of ['/a/f.txt', '/alias/f.txt', '/b/to-a/f.txt'])
    expect((await ask(target)).body).toBe('f');
  for (const target of ['/out/secret.txt', '/out.txt', '/broken', '/self/a/f.txt', '/a/to-b/to-a/f.txt']) {
    expect(await ask(target)).toMatchObject({ status: 404, body: 'next' });
  }
});

test.runIf(isFullRun)('serves a tree of 100,000 files, live and from a snapshot', async () => {
  const directory = join(tree.path, 'many');
  for (let index = 0; index < 100; index++) {
    const parent = join(directory, `d${index}`);
    mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, 'f0.txt'), `${index}`);
    for (let file = 1; file < 1_000; file++) linkSync(join(parent, 'f0.txt'), join(parent, `f${file}.txt`));
  }
  const [snapshot, live] = [await serve({}, directory), await serve({}, directory, undefined, false)];
  for (const ask of [snapshot, live]) {
    expect((await ask('/d99/f999.txt')).body).toBe('99');
    expect((await ask('/d0/f1.txt')).body).toBe('0');
    expect((await ask('/d0/f1000.txt')).status).toBe(404);
  }
  expect(() => serveStatic(directory, { snapshot: { maxEntries: 100_000 } })).toThrow(
    /expected at most 100000 files and directories in .*many\. Raise the option "snapshot\.maxEntries"/,
  );
});
