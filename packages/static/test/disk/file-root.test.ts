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

test('the root may be a path, a relative one, a file URL or a link', () => {
  const path = join(directory, 'public');
  expect(openRoot(path)).toMatchObject({ path, realPrefix: `${path}/` });
  expect(openRoot(pathToFileURL(path)).path).toBe(path);
  expect(openRoot('.').path).toBe(process.cwd());
  expect(openRoot(join(directory, 'link')).realPrefix).toBe(`${path}/`);
  expect(openRoot('/').realPrefix).toBe('/');
});

describe('a root that is none is refused', () => {
  test.each([
    [join(directory, 'none'), /none does not exist; make it first, or give the path that is meant/],
    [join(directory, 'public', 'a.txt'), /is not a directory/],
    ['', /the root is ""; write the path of a directory/],
    [undefined, /the root is undefined/],
    [7, /the root is 7/],
    [new URL('https://a.example/'), /^serveStatic: the root is https:\/\/a\.example\/; write the file: URL/],
    [new URL('file:///a%2Fb'), /^serveStatic: the root is file:\/\/\/a%2Fb; write the file: URL/],
    ['a\0b', /^serveStatic: the root is "a\\u0000b"; write the path of a directory/],
    [{}, /^serveStatic: the root is \[object Object\]/],
  ])('%s', (root, message) => {
    expect(() => openRoot(root)).toThrow(message);
  });
});

test('a directory whose name begins like the root is not under it', async () => {
  const root = openRoot(join(directory, 'public'));
  expect(await isUnder(root, join(directory, 'public', 'a.txt'), ['a.txt'])).toBe(true);
  expect(await isUnder(root, join(directory, 'publicevil', 'a.txt'), ['a.txt'])).toBe(false);
});

test('a root that is a link is followed to where it points now', async () => {
  const link = join(directory, 'current');
  for (const release of ['r1', 'r2']) mkdirSync(join(directory, release));
  symlinkSync(join(directory, 'r1'), link);
  const root = openRoot(link);
  rmSync(link);
  symlinkSync(join(directory, 'r2'), link);
  expect(await isUnder(root, join(directory, 'r2', 'a.txt'), ['a.txt'])).toBe(true);
  expect(await isUnder(root, join(directory, 'r1', 'a.txt'), ['a.txt'])).toBe(false);
});

test('a name is listed in its own spelling only', async () => {
  expect(await isListed(directory, ['public', 'a.txt'])).toBe(true);
  expect(await isListed(directory, ['public', 'A.txt'])).toBe(false);
  expect(await isListed(directory, ['Public', 'a.txt'])).toBe(false);
  expect(await isListed(directory, ['link', 'a.txt'])).toBe(true);
});

test('on a file system that folds case only the spelling on the disk is under the root', async () => {
  const root = { ...openRoot(join(directory, 'public')), foldsCase: true };
  const real = join(directory, 'public', 'a.txt');
  expect(await isUnder(root, real, ['a.txt'])).toBe(true);
  expect(await isUnder(root, real, ['A.TXT'])).toBe(false);
});
