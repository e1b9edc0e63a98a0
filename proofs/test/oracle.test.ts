import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOptions } from '../options.mjs';
import { PROOFS } from '../oracle/build.mjs';
import { minimized, tables, testOf } from '../oracle/router.mjs';
import { load } from '../oracle/under-test.mjs';
import { theoremsOf } from '../parts/coq.mjs';

const current = await load('router-entry.ts', undefined, 'cases');

test('the same seed generates the same tables', () => {
  const sample = (seed: number) => JSON.stringify(fc.sample(tables(current), { numRuns: 20, seed }));
  expect(sample(1)).toBe(sample(1));
  expect(sample(2)).not.toBe(sample(1));
});

test('minimized leaves out what a disagreement does not need', () => {
  const table = {
    options: { strict: true, caseSensitive: true },
    routes: ['/a', '/b/:id', '/c'].map((pattern) => ({ method: 1, pattern })),
    removed: 0,
    lookups: [{ method: 1, path: '/b/seven' }],
  };
  const smallest = minimized(table, ({ routes, lookups }) => {
    return routes.some(({ pattern }) => pattern.includes(':')) && (lookups[0]?.path.length ?? 0) > 2;
  });
  expect(smallest.routes).toEqual([{ method: 1, pattern: ':' }]);
  expect(smallest.lookups[0]?.path).toHaveLength(3);
});

test('testOf writes a disagreement as a test', () => {
  const table = {
    options: { strict: true, caseSensitive: true },
    routes: [{ method: 1, pattern: '/:id' }],
    removed: 0,
    lookups: [{ method: 2, path: '/7' }],
  };
  const text = testOf({ table, expected: 'nothing', actual: '0 []' });
  expect(text).toContain(`router.add('GET', "/:id", 0);`);
  expect(text).toContain(`router.find('POST', "/7")`);
});

test('each theorem has a sentence', () => {
  const theorems = PROOFS.flatMap(theoremsOf);
  expect(theorems.length).toBeGreaterThan(10);
  for (const { says } of theorems) expect(says).toMatch(/^[A-Z].*\.$/);
});

test('all parts run unless some are named', () => {
  expect(readOptions([])?.parts).toEqual(['coq', 'oracle', 'mutations', 'spin']);
  expect(readOptions(['--oracle', '--cases', '500'])).toEqual({ parts: ['oracle'], cases: 500, seed: 1 });
  expect(readOptions(['--help'])).toBe(undefined);
  expect(() => readOptions(['--cases', '0'])).toThrow('Invalid --cases: expected a positive integer, got 0');
});
