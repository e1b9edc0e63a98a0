import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { cachedRoot } from '../../src/disk/file-root.ts';
import { fileTree } from '../file-tree.ts';

const tree = fileTree({ 'other/a.txt': '' });
const path = join(tree.path, 'root');

afterEach(() => vi.useRealTimers());
afterAll(() => tree.remove());

test('cachedRoot reopens a root after a second, in case it was replaced', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  mkdirSync(path);
  const first = cachedRoot(path, false, true);
  expect(first?.realPrefix).toBe(`${path}/`);
  expect(cachedRoot(path, false, true)).toBe(first);

  rmSync(path, { recursive: true });
  symlinkSync(join(tree.path, 'other'), path);
  vi.advanceTimersByTime(1_000);
  expect(cachedRoot(path, false, true)?.realPrefix).toBe(`${join(tree.path, 'other')}/`);

  rmSync(path);
  vi.advanceTimersByTime(1_000);
  expect(cachedRoot(path, false, true)).toBeUndefined();
});

test('cachedRoot keeps roots with different options apart', () => {
  const root = cachedRoot(tree.path, false, true);
  expect(root).toMatchObject({ followsLinks: false, syncReads: true });
  expect(cachedRoot(tree.path, true, true)).toMatchObject({ followsLinks: true, syncReads: true });
  expect(cachedRoot(tree.path, false, false)).toMatchObject({ followsLinks: false, syncReads: false });
});
