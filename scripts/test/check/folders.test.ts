import { expect, test } from 'vitest';
import { checkFolders, cyclesOf } from '../../check/folders.mjs';
import { readWorkspace } from '../../workspace.mjs';

test('cyclesOf finds each shortest cycle once', () => {
  const graph = new Map([
    ['a', new Set(['b', 'd'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
    ['d', new Set(['a', 'e'])],
    ['e', new Set<string>()],
  ]);
  expect(cyclesOf(graph)).toEqual([
    ['a', 'd'],
    ['b', 'c', 'a'],
  ]);
});

test('the packages have no cycles', async () => {
  const { facts, problems } = await checkFolders(readWorkspace());
  expect(facts).toMatch(/^\d+ packages without cycles of folders$/);
  expect(problems).toEqual([]);
});
