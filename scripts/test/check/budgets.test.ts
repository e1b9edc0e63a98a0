import { expect, test } from 'vitest';
import { excesses, newBudgets } from '../../check/budgets.mjs';

const sizes = { lines: { a: 1_000, b: 10 }, files: { a: 20, b: 1 }, bytes: { 'a/x': 500 } };
const within = { lines: { a: 1_000, b: 10 }, files: { a: 20, b: 1 }, bytes: { 'a/x': 500 } };

test('sizes within their budgets are not problems', () => {
  expect(excesses(sizes, within)).toEqual([]);
});

test('a size above its budget, one without a budget and a budget of nothing are problems', () => {
  const budgets = { lines: { a: 999, b: 10 }, files: { a: 20 }, bytes: { 'a/x': 500, 'a/y': 1 } };
  expect(excesses(sizes, budgets).map(({ where, problem }) => `${where}: ${problem}`)).toEqual([
    'a: 1000 code lines: expected at most 999',
    'b: 1 source files: expected at most a budget',
    'a/y: no bytes, minified and gzipped: expected at most 1',
  ]);
});

test('newBudgets lowers budgets to the sizes and their slack', () => {
  const budgets = { lines: { a: 2_000, b: 20 }, files: { a: 30, b: 5 }, bytes: { 'a/x': 900, 'a/y': 1 } };
  expect(newBudgets(sizes, budgets)).toEqual({
    lines: { a: 1_005, b: 11 },
    files: { a: 21, b: 2 },
    bytes: { 'a/x': 510 },
  });
});

test('newBudgets raises only budgets that are exceeded', () => {
  const budgets = { lines: { a: 900, b: 10 }, files: { a: 20, b: 1 }, bytes: { 'a/x': 499 } };
  expect(newBudgets(sizes, budgets)).toEqual({
    lines: { a: 1_005, b: 10 },
    files: { a: 20, b: 1 },
    bytes: { 'a/x': 510 },
  });
});
