import { expect, test } from 'vitest';
import { parseDuration } from '../../src/options/duration.ts';

test.each([
  [0, 0],
  [1_500, 1_500],
  ['1500', 1_500],
  ['250ms', 250],
  ['30s', 30_000],
  ['10m', 600_000],
  ['1.5 h', 5_400_000],
  ['7d', 604_800_000],
  ['2W', 1_209_600_000],
  ['1y', 31_557_600_000],
  ['3 msecs', 3],
  ['500 Milliseconds', 500],
  ['20 secs', 20_000],
  ['10 minutes', 600_000],
  ['2  hrs', 7_200_000],
  ['1 day', 86_400_000],
  ['1 week', 604_800_000],
  ['1yr', 31_557_600_000],
])('%j is %d ms', (duration, milliseconds) => {
  expect(parseDuration(duration)).toBe(milliseconds);
});

test.each([
  '',
  'day',
  '1 month',
  '1 dayss',
  '1 mi',
  '-1s',
  '1e3',
  Number.NaN,
  -1,
  Number.POSITIVE_INFINITY,
  null,
  true,
  ['1d'],
])('%j is not a duration', (duration) => {
  expect(parseDuration(duration)).toBeUndefined();
});
