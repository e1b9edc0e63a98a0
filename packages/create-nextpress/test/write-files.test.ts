import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeFiles } from '../src/write-files.ts';

const parent = mkdtempSync(join(tmpdir(), 'write-files-'));
afterAll(() => rmSync(parent, { recursive: true }));

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .sort();

test('writes files to folders that do not exist', () => {
  const folder = join(parent, 'new', 'project');
  writeFiles(folder, new Map([['src/deep/a.txt', 'a']]));
  expect(readFileSync(join(folder, 'src/deep/a.txt'), 'utf8')).toBe('a');
});

test('removes only its own files when a file cannot be written', () => {
  const folder = join(parent, 'failed');
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src', 'mine.txt'), 'mine');
  writeFileSync(join(folder, 'taken.txt'), 'taken');
  const files = new Map([
    ['src/new.txt', ''],
    ['other/deep/new.txt', ''],
    ['taken.txt', 'replaced'],
  ]);
  expect(() => writeFiles(folder, files)).toThrow('EEXIST');
  expect(namesIn(folder)).toEqual(['src', 'src/mine.txt', 'taken.txt']);
  expect(readFileSync(join(folder, 'taken.txt'), 'utf8')).toBe('taken');
});

test('removes the folder if it created it', () => {
  const files = new Map([
    ['a', ''],
    ['a/b', ''],
  ]);
  expect(() => writeFiles(join(parent, 'one', 'two'), files)).toThrow(/ENOTDIR|ENOENT/);
  expect(readdirSync(parent)).not.toContain('one');
});
