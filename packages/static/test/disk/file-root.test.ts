import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { isListed, isUnder, openRoot } from '../../src/disk/file-root.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'file-root-')));
mkdirSync(join(directory, 'public'));
mkdirSync(join(directory, 'publicevil'));
writeFileSync(join(directory, 'public', 'a.txt'), '');
symlinkSync(join(directory, 'public'), join(directory, 'link'));

afterAll(() => rmSync(directory, { recursive: true }));

test('openRoot accepts a path, a relative path, a file: URL and a link', () => {
  const path = join(directory, 'public');
  expect(openRoot(path)).toMatchObject({ path, realPrefix: `${path}/` });
  expect(openRoot(pathToFileURL(path)).path).toBe(path);
  expect(openRoot('.').path).toBe(process.cwd());
  expect(openRoot(join(directory, 'link')).realPrefix).toBe(`${path}/`);
  expect(openRoot('/').realPrefix).toBe('/');
});

describe('openRoot throws for an invalid root', () => {
  test.each([
    [
      join(directory, 'none'),
      /^Invalid root of serveStatic\(\): expected a directory, but .*none does not exist/,
    ],
    [join(directory, 'public', 'a.txt'), /is not a directory/],
    ['', /^Invalid root of serveStatic\(\): expected the path or the file: URL of a directory.*got ""/],
    [undefined, /got undefined/],
    [7, /got 7/],
    [new URL('https://a.example/'), /got "https:\/\/a\.example\/"/],
    [new URL('file:///a%2Fb'), /got "file:\/\/\/a%2Fb"/],
    ['a\0b', /got "a\\u0000b"/],
    [{}, /got an object/],
  ])('%s', (root, message) => {
    expect(() => openRoot(root)).toThrow(message);
  });
});

test('isUnder is false for a directory whose name starts like the root', async () => {
  const root = openRoot(join(directory, 'public'));
  expect(await isUnder(root, join(directory, 'public', 'a.txt'), ['a.txt'])).toBe(true);
  expect(await isUnder(root, join(directory, 'publicevil', 'a.txt'), ['a.txt'])).toBe(false);
});

test('isUnder follows a root that is a link to its current target', async () => {
  const link = join(directory, 'current');
  for (const release of ['r1', 'r2']) mkdirSync(join(directory, release));
  symlinkSync(join(directory, 'r1'), link);
  const root = openRoot(link);
  rmSync(link);
  symlinkSync(join(directory, 'r2'), link);
  expect(await isUnder(root, join(directory, 'r2', 'a.txt'), ['a.txt'])).toBe(true);
  expect(await isUnder(root, join(directory, 'r1', 'a.txt'), ['a.txt'])).toBe(false);
});

test('isListed is true for the exact spelling only', async () => {
  expect(await isListed(directory, ['public', 'a.txt'])).toBe(true);
  expect(await isListed(directory, ['public', 'A.txt'])).toBe(false);
  expect(await isListed(directory, ['Public', 'a.txt'])).toBe(false);
  expect(await isListed(directory, ['link', 'a.txt'])).toBe(true);
});

test('isUnder needs the exact spelling on a case-insensitive file system', async () => {
  const root = { ...openRoot(join(directory, 'public')), foldsCase: true };
  const real = join(directory, 'public', 'a.txt');
  expect(await isUnder(root, real, ['a.txt'])).toBe(true);
  expect(await isUnder(root, real, ['A.TXT'])).toBe(false);
});
