import { expect, test } from 'vitest';
import { median, quantile } from '../statistics.mjs';
import { summarize, toMarkdown } from '../summary.mjs';

test('the median of an even number of values is the mean of the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('a quantile lies between its neighbours in proportion', () => {
  expect(quantile([4, 1, 3, 2], 0.25)).toBe(1.75);
  expect(quantile([5, 1, 2, 4, 3], 0.75)).toBe(4);
});

const sample = (rate: number, cpu: number) => ({ rate, cpu, busy: 1 });
const rounds = [
  new Map([
    ['node-http', sample(100, 10)],
    ['other', sample(50, 20)],
  ]),
  new Map([
    ['other', sample(120, 10)],
    ['node-http', sample(200, 5)],
  ]),
];

test('ratios compare within a round, not across', () => {
  const other = summarize(rounds).find(({ server }) => server === 'other');
  expect(other).toMatchObject({
    rate: 85,
    rateRatio: { median: 0.55, least: 0.5, most: 0.6 },
    cpu: 15,
    cpuRatio: { median: 2, least: 2, most: 2 },
  });
});

test('the table begins with the server that costs least', () => {
  expect(toMarkdown(summarize(rounds)).split('\n')[2]).toMatch(
    /^\| node-http \| +150 \| +1\.00 \(1\.00–1\.00\) \|/,
  );
});
