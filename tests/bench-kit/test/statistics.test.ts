import { expect, test } from 'vitest';
import { createRandom, median, quantile, shuffle, spreadOf } from '../src/statistics.mjs';

test('median returns the mean of the two middle values of an even number', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
});

test('quantile interpolates between the two nearest values', () => {
  expect(quantile([10, 20], 0.25)).toBe(12.5);
});

test('spreadOf returns the extremes when there are fewer than four values', () => {
  expect(spreadOf([3, 1, 2])).toEqual([1, 2, 3]);
  expect(spreadOf([1, 2, 3, 4, 5])).toEqual([2, 3, 4]);
});

test('createRandom repeats its numbers for the same seed', () => {
  const [one, same, other] = [createRandom(1), createRandom(1), createRandom(2)];
  const first = one();
  expect(same()).toBe(first);
  expect(other()).not.toBe(first);
  expect(one()).not.toBe(first);
});

test('shuffle keeps all items', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const shuffled = shuffle(items, createRandom(1));
  expect(shuffled).not.toEqual(items);
  expect([...shuffled].sort((a, b) => a - b)).toEqual(items);
});
