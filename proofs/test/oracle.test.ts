import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOptions } from '../options.mjs';
import { filesOf, PROOFS } from '../oracle/build.mjs';
import { minimized, testOf } from '../oracle/router-disagreement.mjs';
import { type Question, questionsOf } from '../oracle/router-questions.mjs';
import { METHODS, type Table, tables } from '../oracle/router-tables.mjs';
import { load, seedOf } from '../oracle/under-test.mjs';
import { theoremsOf } from '../parts/coq.mjs';

const current = await load('router-entry.ts', undefined, 'cases');

/** Many generated patterns are ambiguous, and the router refuses them. */
function ignoreRefused(run: () => void): void {
  try {
    run();
  } catch (error) {
    expect(error).toHaveProperty('name', 'PatternError');
  }
}

test('the same seed generates the same tables', () => {
  const sample = (seed: number) => JSON.stringify(fc.sample(tables(current), { numRuns: 20, seed }));
  expect(sample(1)).toBe(sample(1));
  expect(sample(2)).not.toBe(sample(1));
});

test('seedOf repeats no batch of another small seed', () => {
  const seeds = [1, 2, 3, 4].flatMap((seed) => Array.from({ length: 50 }, (_, batch) => seedOf(seed, batch)));
  expect(new Set(seeds).size).toBe(seeds.length);
});

test('many of the generated lookups match, and in many the router has to choose', () => {
  const found = { 0: 0, 1: 0, several: 0 };
  let lookups = 0;
  for (const { options, routes, lookups: each } of fc.sample(tables(current), { numRuns: 200, seed: 1 })) {
    const router = current.createRouter({ ...options, precedence: 'registration' });
    for (const { method, pattern } of routes) ignoreRefused(() => router.add(METHODS[method], pattern, 0));
    for (const { method, path } of each) {
      const { length } = router.findAll(METHODS[method], path);
      found[length < 2 ? (length as 0 | 1) : 'several']++;
      lookups++;
    }
  }
  expect(found[0] / lookups).toBeGreaterThan(0.3);
  expect((found[1] + found.several) / lookups).toBeGreaterThan(0.4);
  expect(found.several / lookups).toBeGreaterThan(0.1);
});

test('the generated patterns have every kind of step, and wildcards below wildcards', () => {
  const kinds = new Set<string>();
  let inner = 0;
  for (const { options, routes } of fc.sample(tables(current), { numRuns: 200, seed: 1 })) {
    for (const { pattern } of routes) {
      ignoreRefused(() => {
        for (const { steps } of current.compilePattern(pattern, { ...options, lenient: false })) {
          const names: string[] = steps.map(({ kind }: { kind: string }) => kind);
          for (const name of names) kinds.add(name);
          if (names.indexOf('wildcard') !== names.lastIndexOf('wildcard')) inner++;
        }
      });
    }
  }
  expect([...kinds].sort()).toEqual(['composite', 'rest', 'text', 'until', 'wildcard']);
  expect(inner).toBeGreaterThan(20);
});

const table: Table = {
  options: { strict: true, caseSensitive: true },
  isPrefix: false,
  routes: ['/a', '/b/:id', '/c'].map((pattern) => ({ method: 1, pattern })),
  removed: 1,
  lookups: [{ method: 2, path: '/b/seven' }],
};
const [question] = questionsOf(table) as [Question];

test('minimized leaves out what a disagreement does not need', () => {
  const isWrong = ({ routes, lookups }: Table) =>
    routes.some(({ pattern }) => pattern.includes(':')) && (lookups[0]?.path.length ?? 0) > 2;
  const findWrong = (candidates: readonly Table[]) => {
    const wrong = candidates.find(isWrong);
    return wrong && { table: wrong };
  };
  const { table: smallest } = minimized({ table }, findWrong);
  expect(smallest.routes).toEqual([{ method: 1, pattern: ':' }]);
  expect(smallest.removed).toBe(0);
  expect(smallest.lookups[0]?.path).toHaveLength(3);
});

test('testOf writes a disagreement as a test that runs, and fails until the router agrees', () => {
  const match = { value: 1, params: { id: 'seven' }, pattern: '/b/:id' };
  const run = (text: string) => new Function('test', 'expect', 'createRouter', text);
  const write = (expected: unknown, method: number) =>
    run(
      testOf({
        table: { ...table, lookups: [{ method, path: '/b/seven' }] },
        question,
        expected,
        actual: '',
      }),
    );
  const runNow = (_: string, body: () => void) => body();
  expect(() => write(match, 1)(runNow, expect, current.createRouter)).not.toThrow();
  expect(() => write(match, 2)(runNow, expect, current.createRouter)).toThrow();
  expect(() => write(undefined, 2)(runNow, expect, current.createRouter)).not.toThrow();
});

test('testOf writes a prefix as a matcher', () => {
  const text = testOf({ table: { ...table, isPrefix: true }, question, expected: undefined, actual: '' });
  expect(text).toContain('createMatcher("/a", {');
});

test('each file of a proof is listed in its _CoqProject', () => {
  for (const proof of PROOFS) {
    const files = readdirSync(join(import.meta.dirname, '..', proof.name)).filter((file) =>
      file.endsWith('.v'),
    );
    expect([...filesOf(proof), 'Extract.v'].sort()).toEqual(files.sort());
  }
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
