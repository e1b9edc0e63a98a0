import { describe, expect, test } from 'vitest';
import { type Spread, spreadOf, standingOf } from '../../report/spread.mjs';

const spread = (median: number, low: number, high: number) => ({
  median,
  low,
  high,
  least: low,
  most: high,
  rounds: 4,
});

describe('spreadOf', () => {
  test('gives the median, the quartiles and the range', () => {
    expect(spreadOf([5, 1, 3, 2, 4])).toEqual({ median: 3, low: 2, high: 4, least: 1, most: 5, rounds: 5 });
  });

  test('halves the way between the middle two of an even number', () => {
    expect(spreadOf([1, 2, 3, 10])?.median).toBe(2.5);
  });

  test('says nothing of nothing', () => {
    expect(spreadOf([])).toBeUndefined();
  });
});

/** On a still machine. */
const standing = (ratio: Spread) => standingOf(ratio, 0);

describe('standingOf', () => {
  test('calls ahead what three quarters of the rounds agree on', () => {
    expect(standing(spread(1.1, 1.01, 1.2))).toBe('ahead');
    expect(standing(spread(1.1, 0.99, 1.2))).toBe('level');
  });

  test('calls behind what is ahead the other way round', () => {
    expect(standing(spread(0.9, 0.8, 0.99))).toBe('behind');
    expect(standing(spread(0.9, 0.8, 1.01))).toBe('level');
  });

  test('calls level what differs by less than two hundredths, however still the rounds', () => {
    expect(standing(spread(1.019, 1.018, 1.02))).toBe('level');
    expect(standing(spread(0.981, 0.98, 0.982))).toBe('level');
  });

  test('wants all of fewer than four rounds to agree', () => {
    const three = { ...spread(1.1, 1.03, 1.15), least: 0.96, most: 1.2, rounds: 3 };
    expect(standing(three)).toBe('level');
    expect(standing({ ...three, least: 1.01 })).toBe('ahead');
    expect(standing({ ...spread(0.9, 0.85, 0.97), least: 0.8, most: 1.04, rounds: 3 })).toBe('level');
  });

  test('calls level what one round alone says', () => {
    expect(standing({ ...spread(1.5, 1.5, 1.5), rounds: 1 })).toBe('level');
  });

  test('calls level what the noise of the scenario hides, however well the rounds agree', () => {
    expect(standingOf(spread(1.1, 1.05, 1.2), 0.06)).toBe('ahead');
    expect(standingOf(spread(1.1, 1.05, 1.2), 0.1)).toBe('level');
    expect(standingOf(spread(1 / 1.1, 0.8, 0.95), 0.06)).toBe('behind');
    expect(standingOf(spread(1 / 1.1, 0.8, 0.95), 0.1)).toBe('level');
  });
});
