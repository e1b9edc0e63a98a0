import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { afterAll, beforeAll, expect, test } from 'vitest';

const home = new URL('..', import.meta.url);
const base = mkdtempSync(join(tmpdir(), 'docs-site-'));
// Some generators write to a hidden folder.
const folder = join(base, '.site/dist');
const files = {
  'index.html': '<h1>Home</h1>',
  'routing.html': '<h1>Routing</h1>',
  'routing.md': '# Routing\n',
  '404.html': '<h1>Page not found</h1>',
  'assets/app.Bl7mG2hn.js': 'console.log(1);',
};

let example: RunningExample;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'routing.html.br'), brotliCompressSync('<h1>Routing</h1>'));
  example = await startExample(home, { env: { SITE: folder } });
});
afterAll(async () => {
  await example?.interrupt();
  rmSync(base, { recursive: true });
});

test('a page has a URL without .html, and its Markdown version one with .md', async () => {
  expect(await (await fetch(`${example.url}/`)).text()).toBe('<h1>Home</h1>');
  const page = await fetch(`${example.url}/routing`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toBe('<h1>Routing</h1>');
  const source = await fetch(`${example.url}/routing.md`);
  expect(source.headers.get('content-type')).toMatch(/^text\/markdown/);
  expect(await source.text()).toBe('# Routing\n');
});

test('a page is sent compressed, or as 304 when the browser has it', async () => {
  const page = await fetch(`${example.url}/routing`, { headers: { 'Accept-Encoding': 'br' } });
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(await page.text()).toBe('<h1>Routing</h1>');
  const etag = page.headers.get('etag') ?? '';
  const again = await fetch(`${example.url}/routing`, {
    headers: { 'Accept-Encoding': 'br', 'If-None-Match': etag },
  });
  expect(again.status).toBe(304);
});

test('files with a hash in their name are cached for a year, pages are not', async () => {
  const asset = await fetch(`${example.url}/assets/app.Bl7mG2hn.js`);
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const page = await fetch(`${example.url}/routing`);
  expect(page.headers.get('cache-control')).toBe('public, max-age=0');
});

test('an unknown URL is a 404 with the page of the site', async () => {
  for (const path of ['/none', '/assets/none.js']) {
    const response = await fetch(example.url + path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('<h1>Page not found</h1>');
  }
});

test.each([
  ['index.html', []],
  ['assets', ['index.html']],
  ['404.html', ['index.html', 'assets/app.js']],
])('a folder without %s stops the server with a message', async (missing, present) => {
  const incomplete = mkdtempSync(join(base, 'incomplete-'));
  for (const name of present) {
    mkdirSync(dirname(join(incomplete, name)), { recursive: true });
    writeFileSync(join(incomplete, name), '');
  }
  await expect(startExample(home, { env: { SITE: incomplete } })).rejects.toThrow(
    `No site in ${incomplete}, which has no ${missing}: build it with`,
  );
});
