import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { type StaticOptions, serveStatic } from '@nextpress/static';
import type { RawResponse } from '@nextpress-internal/test-kit';
import { afterAll, describe, expect, test } from 'vitest';
import { fileTree } from './file-tree.ts';
import { respondToRest } from './hosts.ts';
import { inLane, lanes, responseIn, responseTo, serving } from './lanes.ts';

const EVIL = `<img src=x onerror=alert(1)>&"'.txt`;

const tree = fileTree({
  'public/b.txt': 'b',
  'public/a.txt': 'a',
  'public/é ü#?%.txt': 'é',
  'public/javascript:alert(1)': '',
  [`public/evil/${EVIL}`]: 'evil',
  'public/.env': 'SECRET',
  'public/.git/config': 'SECRET',
  'public/docs/index.html': 'docs',
  'outside/secret.txt': 'SECRET',
});
const root = join(tree.path, 'public');
symlinkSync(join(tree.path, 'outside'), join(root, 'out'));
symlinkSync(join(tree.path, 'outside/secret.txt'), join(root, 'out.txt'));
symlinkSync('docs', join(root, 'manual'));
symlinkSync('a.txt', join(root, 'in.txt'));
symlinkSync('loop', join(root, 'loop'));
symlinkSync('none', join(root, 'dangling'));
if (process.platform !== 'win32') {
  execFileSync('mkfifo', [join(root, 'fifo')]);
  writeFileSync(join(root, 'back\\slash'), '');
}
if (process.platform === 'linux') {
  writeFileSync(Buffer.concat([Buffer.from(`${root}/not-utf8-`), Buffer.from([0xff, 0xfe])]), 'latin');
}
mkdirSync(join(root, 'empty'));
afterAll(() => tree.remove());

const NAMES = [
  'a.txt',
  'b.txt',
  'docs/',
  'empty/',
  'evil/',
  'in.txt',
  'javascript:alert(1)',
  'manual/',
  'é ü#?%.txt',
];

describe.each(Object.keys(lanes))('in %s', (lane) => {
  const ask = (
    target: string,
    options: StaticOptions = { list: true },
    fields?: Record<string, string>,
    method?: string,
    roots: string | string[] = root,
  ): Promise<RawResponse> => responseIn(lane, serving(roots, options), target, fields, method);
  const json = { Accept: 'application/json' };
  const names = async (target: string, options?: StaticOptions): Promise<unknown> =>
    JSON.parse(Buffer.from((await ask(target, options, json)).body, 'latin1').toString());

  test('lists the served names of a directory without an index, sorted', async () => {
    expect(await names('/')).toEqual({ names: NAMES, complete: true });
    expect(await names('/', { list: true, dotfiles: 'allow' })).toEqual({
      names: ['.env', '.git/', ...NAMES],
      complete: true,
    });
    expect(await names('/empty/')).toEqual({ names: [], complete: true });
  });

  test('serves each listed name under its link', async () => {
    const page = Buffer.from((await ask('/')).body, 'latin1').toString();
    const links = [...page.matchAll(/<a href="([^"]*)">/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(NAMES.length);
    for (const link of links) {
      const { pathname, origin } = new URL(link, 'http://localhost/');
      expect(origin).toBe('http://localhost');
      expect((await ask(pathname)).status).toBe(200);
    }
  });

  test('escapes names and keeps the page from loading or running anything', async () => {
    const { headers, body } = await ask('/evil/');
    expect(body).not.toMatch(/<img|"'/);
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;.txt');
    expect(body).toContain('<a href="../">../</a>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      vary: 'Accept',
    });
  });

  test('keeps a Cache-Control that earlier middleware has set', async () => {
    const listing = serving(root, { list: true });
    const listener: RequestListener = (req, res) => {
      res.setHeader('Cache-Control', 'no-store');
      listing(req, res);
    };
    expect((await responseIn(lane, listener, '/empty/')).headers['cache-control']).toBe('no-store');
  });

  test('HEAD responds with the headers of GET and no body', async () => {
    const [get, head] = [await ask('/'), await ask('/', { list: true }, {}, 'HEAD')];
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    expect([head.status, head.body]).toEqual([200, '']);
  });

  test('lists nothing without the option', async () => {
    expect((await ask('/', {})).body).toBe('next');
    expect((await ask('/empty/', { list: false })).body).toBe('next');
  });

  test.each([
    '/out/',
    '/../',
    '/..%2f',
    '/%2e%2e/',
    '/.git/',
    '/evil/../../',
    '//',
    '/a.txt/',
    '/none/',
    '/loop/',
  ])('%s lists nothing of another place', async (target) => {
    const { body } = await ask(target, { list: true }, json);
    expect(body).not.toMatch(/secret|outside|config/);
  });

  test('prefers an index and the redirect, and lists before the fallback', async () => {
    const options = { list: true, fallback: 'docs/index.html' };
    const browser = { Accept: 'text/html' };
    expect((await ask('/docs/', options, browser)).body).toBe('docs');
    expect((await ask('/empty', options, browser)).headers.location).toBe('/empty/');
    expect((await ask('/empty/', options, browser)).body).toContain('<title>/empty/</title>');
    expect((await ask('/none/', options, browser)).body).toBe('docs');
  });

  test('does not list a mount without a slash, because its links would be wrong', async () => {
    const files = serveStatic(root, { list: true, redirect: false });
    const mounted: RequestListener = (req, res) => {
      Object.assign(req, { originalUrl: req.url, url: req.url?.slice('/files'.length) || '/' });
      files(req, res, (error) => respondToRest(res, error));
    };
    expect((await responseIn(lane, mounted, '/files')).body).toBe('next');
    expect((await responseIn(lane, mounted, '/files/')).body).toContain('<a href="./a.txt">');
  });

  test('lists the first root that has the directory', async () => {
    const outside = join(tree.path, 'outside');
    const first = await ask('/', { list: true }, json, 'GET', [outside, root]);
    expect(JSON.parse(first.body)).toEqual({ names: ['secret.txt'], complete: true });
    const second = await ask('/empty/', { list: true }, json, 'GET', [outside, root]);
    expect(JSON.parse(second.body)).toEqual({ names: [], complete: true });
  });
});

test('lists at most 10,000 names and says that there are more', async () => {
  const many = fileTree({});
  for (let i = 0; i < 10_001; i++) writeFileSync(join(many.path, `${i}`), '');
  await inLane("Node's lane", serving(many.path, { list: true }), async (server) => {
    const { body } = await responseTo(server, '/', { Accept: 'application/json' });
    const listing = JSON.parse(body) as { names: string[]; complete: boolean };
    expect([listing.names.length, listing.complete]).toEqual([10_000, false]);
  });
  many.remove();
});
