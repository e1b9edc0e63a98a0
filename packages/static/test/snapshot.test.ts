import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRoot } from '../src/disk/file-root.ts';
import { readTree } from '../src/snapshot.ts';
import { fileTree } from './file-tree.ts';

const tree = fileTree({ 'a/f.txt': '', 'b/deep/f.txt': '', 'g.txt': '' });
symlinkSync('g.txt', join(tree.path, 'link.txt'));
afterAll(() => tree.remove());

const ROOT = openRoot(tree.path);
const filesOf = (root = ROOT): string[] =>
  readTree(root, false, 100)
    .files.map(({ key }) => key)
    .sort();

test('readTree names files by their directories', () => {
  expect(filesOf()).toEqual(['a/f.txt', 'b/deep/f.txt', 'g.txt', 'link.txt']);
  expect([...readTree(ROOT, false, 100).directories].sort()).toEqual(['', 'a', 'b', 'b/deep']);
});

test('readTree leaves out a directory that is removed meanwhile', () => {
  // This is called for the first link, after the names in the root were read.
  const root = Object.defineProperty({ ...ROOT }, 'realPrefix', {
    get() {
      rmSync(join(tree.path, 'b'), { recursive: true, force: true });
      return ROOT.realPrefix;
    },
  });
  expect(filesOf(root)).toEqual(['a/f.txt', 'g.txt', 'link.txt']);
});

test.runIf(process.platform === 'linux')('readTree leaves out a directory whose name is not UTF-8', () => {
  mkdirSync(Buffer.concat([Buffer.from(`${tree.path}/not-utf8-`), Buffer.from([0xff])]));
  expect(filesOf()).toEqual(['a/f.txt', 'g.txt', 'link.txt']);
  expect([...readTree(ROOT, false, 100).directories].sort()).toEqual(['', 'a']);
});

test('readTree throws for too many entries', () => {
  expect(() => readTree(ROOT, false, 1)).toThrow('expected at most 1 files and directories');
});
