import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type StaticOptions, serveStatic } from '@nextpress/static';
import type { RawResponse } from '@nextpress-internal/test-kit';
import { afterAll, describe, expect, test } from 'vitest';
import { fileTree } from './file-tree.ts';
import { lanes, responseIn, serving } from './lanes.ts';

const tree = fileTree({
  'own/index.html': 'own home',
  'own/both.txt': 'own',
  'own/docs/index.html': 'own docs',
  'own/mixed/a.txt': 'a directory here',
  'own/admin/index.html': 'own admin',
  'theme/both.txt': 'theme',
  'theme/only.txt': 'theme only',
  'theme/docs/more.txt': 'theme docs',
  'theme/mixed': 'a file there',
  'theme/app/shell.html': '<p>shell</p>',
  'secret.txt': 'SECRET',
});
mkdirSync(join(tree.path, 'own', 'bare'));
const own = join(tree.path, 'own');
const theme = join(tree.path, 'theme');
afterAll(() => tree.remove());

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe.each(Object.keys(lanes))('in %s', (lane) => {
  const ask = (
    roots: Parameters<typeof serveStatic>[0],
    target: string,
    options?: StaticOptions,
    fields?: Record<string, string>,
    method?: string,
  ): Promise<RawResponse> => responseIn(lane, serving(roots, options), target, fields, method);

  test('serves a file from the first root that has it', async () => {
    const roots = [own, pathToFileURL(theme)];
    const body = async (target: string): Promise<string> => (await ask(roots, target)).body;
    expect(await body('/both.txt')).toBe('own');
    expect(await body('/only.txt')).toBe('theme only');
    expect(await body('/docs/')).toBe('own docs');
    expect(await body('/docs/more.txt')).toBe('theme docs');
    expect(await body('/mixed')).toBe('a file there');
    expect(await body('/none.txt')).toBe('next');
    expect((await ask(roots, '/docs')).headers.location).toBe('/docs/');
    expect((await ask([theme, own], '/both.txt')).body).toBe('theme');
    for (const target of ['/../secret.txt', '/..%2fsecret.txt', '/theme/both.txt', '/../theme/both.txt']) {
      expect((await ask([own], target)).body).not.toMatch(/SECRET|theme/);
    }
  });

  test.each(['/', '/settings', '/users/7', '/users/7/', '/a/b?c=d.e', '/v1.2/list', '/bare/'])(
    'sends the fallback for %s to a browser',
    async (target) => {
      for (const method of ['GET', 'HEAD']) {
        const options = { fallback: 'app/shell.html', index: false } as const;
        const response = await ask([own, theme], target, options, BROWSER, method);
        expect([response.status, response.body]).toEqual([200, method === 'GET' ? '<p>shell</p>' : '']);
        expect(response.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'content-length': '12',
          vary: 'Accept',
        });
      }
    },
  );

  test.each([
    ['a script', '/app.js', BROWSER],
    ['an image', '/users/7.png', BROWSER],
    ['a client that accepts anything', '/users', { Accept: '*/*' }],
    ['a client that accepts JSON', '/users', { Accept: 'application/json' }],
    ['a client that refuses HTML', '/users', { Accept: 'text/html;q=0, */*' }],
    ['a client without Accept', '/users', {}],
    ['a dotfile', '/.well-known/x', BROWSER],
    ['a parent segment', '/..%2fusers', BROWSER],
    ['an empty segment', '/a//b', BROWSER],
    ['NUL', '/a%00', BROWSER],
    ['a backslash', '/a%5cb', BROWSER],
  ])('does not send the fallback for %s', async (_, target, fields) => {
    const response = await ask([theme], target, { fallback: 'app/shell.html' }, fields);
    expect([response.status, response.body]).toEqual([404, 'next']);
    // Vary lists Accept only where Accept makes the difference.
    expect(response.headers.vary).toBe(target === '/users' ? 'Accept' : undefined);
  });

  test('does not send the fallback for a malformed target, another method or a denied dotfile', async () => {
    const options = { fallback: 'app/shell.html', dotfiles: 'deny' } as const;
    expect((await ask(theme, '/%zz', options, BROWSER)).body).toBe('next');
    expect((await ask(theme, '/users', options, BROWSER, 'POST')).body).toBe('next');
    expect((await ask(theme, '/.env', options, BROWSER)).body).toBe('next');
  });

  test('prefers files, indexes and redirects to the fallback, which has its own conditions and may be missing', async () => {
    const options = { fallback: 'app/shell.html', fallthrough: false };
    expect((await ask([own, theme], '/', options, BROWSER)).body).toBe('own home');
    expect((await ask([own, theme], '/docs', options, BROWSER)).status).toBe(301);
    const { headers } = await ask([own, theme], '/users', options, BROWSER);
    const fields = { ...BROWSER, 'If-None-Match': headers.etag ?? '' };
    expect((await ask([own, theme], '/users', options, fields)).status).toBe(304);
    expect((await ask(own, '/users', options, BROWSER)).status).toBe(404);
    const other = await ask([own, theme], '/docs', { ...options, redirect: false }, BROWSER);
    expect(other.body).toBe('<p>shell</p>');
  });

  test('adds Accept to a Vary that setHeaders sets', async () => {
    const options: StaticOptions = {
      fallback: 'app/shell.html',
      setHeaders: (res) => {
        res.setHeader('Vary', 'Origin');
      },
    };
    expect((await ask(theme, '/users', options, BROWSER)).headers.vary).toBe('Origin, Accept');
    expect((await ask(theme, '/only.txt', options, BROWSER)).headers.vary).toBe('Origin');
  });

  test('mimeTypes and download set the type and the disposition', async () => {
    const options = { mimeTypes: { txt: 'text/x-own' }, download: true };
    const { headers } = await ask(own, '/both.txt', options);
    expect(headers).toMatchObject({
      'content-type': 'text/x-own; charset=utf-8',
      'content-disposition': 'attachment; filename=both.txt',
    });
    const same = await ask(own, '/both.txt', options, { 'If-None-Match': headers.etag ?? '' });
    expect(same.status).toBe(304);
    expect(same.headers).not.toHaveProperty('content-disposition');
  });
});

test('serveStatic throws for invalid roots', () => {
  expect(() => serveStatic([])).toThrow('Invalid root of serveStatic(): expected the path');
  expect(() => serveStatic([own, join(own, 'none')])).toThrow(/none does not exist/);
  expect(() => serveStatic([own, 1 as never])).toThrow(/Invalid root of serveStatic\(\).*got 1/);
});
