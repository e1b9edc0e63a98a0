import { expect, test } from 'vitest';
import { median, quantile, shuffle, spreadOf } from '../statistics.mjs';

test('the median of an even number of values is the mean of the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('a quantile lies between its neighbours in proportion', () => {
  expect(quantile([4, 1, 3, 2], 0.25)).toBe(1.75);
  expect(quantile([5, 1, 2, 4, 3], 0.75)).toBe(4);
});

test('a spread is the median with its quartiles', () => {
  expect(spreadOf([5, 1, 2, 4, 3])).toEqual({ median: 3, low: 2, high: 4 });
});

test('shuffling loses nobody', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(shuffle(items).sort((a, b) => a - b)).toEqual(items);
});
