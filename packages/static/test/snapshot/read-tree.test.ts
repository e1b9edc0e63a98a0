import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRoot } from '../../src/disk/file-root.ts';
import { readTree } from '../../src/snapshot/read-tree.ts';
import { fileTree } from '../file-tree.ts';

const tree = fileTree({ 'a/f.txt': '', 'b/deep/f.txt': '', 'g.txt': '' });
symlinkSync('g.txt', join(tree.path, 'link.txt'));
afterAll(() => tree.remove());

const ROOT = openRoot(tree.path);
const filesOf = (root = ROOT): string[] =>
  readTree(root, false, 100)
    .files.map(({ key }) => key)
    .sort();

test('files are named by the directories that they are in', () => {
  expect(filesOf()).toEqual(['a/f.txt', 'b/deep/f.txt', 'g.txt', 'link.txt']);
  expect([...readTree(ROOT, false, 100).directories].sort()).toEqual(['', 'a', 'b', 'b/deep']);
});

test('a directory that goes while the tree is read is not in it', () => {
  // Asked for with the first link, when the names in the root are known.
  const root = Object.defineProperty({ ...ROOT }, 'realPrefix', {
    get() {
      rmSync(join(tree.path, 'b'), { recursive: true, force: true });
      return ROOT.realPrefix;
    },
  });
  expect(filesOf(root)).toEqual(['a/f.txt', 'g.txt', 'link.txt']);
});

test.runIf(process.platform === 'linux')('a directory whose name is not UTF-8 is not in it', () => {
  mkdirSync(Buffer.concat([Buffer.from(`${tree.path}/not-utf8-`), Buffer.from([0xff])]));
  expect(filesOf()).toEqual(['a/f.txt', 'g.txt', 'link.txt']);
  expect([...readTree(ROOT, false, 100).directories].sort()).toEqual(['', 'a']);
});

test('more entries than permitted are refused', () => {
  expect(() => readTree(ROOT, false, 1)).toThrow('expected at most 1 files and directories');
});
