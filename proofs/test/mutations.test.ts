import { expect, test } from 'vitest';
import { MUTATIONS } from '../oracle/mutate.mjs';
import { load, requireOnce } from '../oracle/under-test.mjs';

test('each mutation changes a text that its file has once', () => {
  expect(MUTATIONS.length).toBeGreaterThan(20);
  for (const mutation of MUTATIONS) expect(() => requireOnce(mutation)).not.toThrow();
});

test('requireOnce refuses a text that is not there, and one that is there twice', () => {
  const file = 'router/src/internal/tree/tree-search.ts';
  expect(() => requireOnce({ file, from: 'no such text', to: '', mistake: '' })).toThrow('got 0 times');
  expect(() => requireOnce({ file, from: 'const', to: '', mistake: '' })).toThrow(/got \d+ times/);
});

test('load refuses a mutation of a file that its entry does not import', async () => {
  const mutation = { file: 'middleware/src/run.ts', from: 'const', to: 'let', mistake: '' };
  await expect(load('router-entry.ts', mutation, 'test-other')).rejects.toThrow('does not import');
});

test('a mutation changes what its bundle does', async () => {
  const file = 'router/src/internal/tree/tree-search.ts';
  const mutation = {
    file,
    from: 'if (node.rank >= bound) return undefined;',
    to: 'return undefined;',
    mistake: '',
  };
  const [current, tested] = [
    await load('router-entry.ts', undefined, 'test'),
    await load('router-entry.ts', mutation, 'test-mutation'),
  ];
  expect(current.createRouter().add('GET', '/a', 1).find('GET', '/a')?.value).toBe(1);
  expect(tested.createRouter().add('GET', '/a', 1).find('GET', '/a')).toBe(undefined);
});
