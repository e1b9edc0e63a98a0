import { spreadOf as quartilesOf } from '../statistics.mjs';

/**
 * What the rounds gave: the median, the quartiles, the range, and how many there were.
 *
 * @typedef {import('../statistics.mjs').Spread & { least: number, most: number, rounds: number }} Spread
 *
 * @typedef {'ahead' | 'level' | 'behind'} Standing
 */

/** A difference of the medians below this is none, however well the rounds agree. */
const leastDifference = 0.02;

/** The quartiles of fewer rounds say nothing: all of them must agree. */
const fewestForQuartiles = 4;

/** @param {readonly number[]} values @returns {Spread | undefined} nothing when there are no values */
export function spreadOf(values) {
  if (values.length === 0) return undefined;
  return {
    ...quartilesOf(values),
    least: Math.min(...values),
    most: Math.max(...values),
    rounds: values.length,
  };
}

/**
 * What a ratio of two servers says: ahead or behind only when three quarters of the rounds agree, or all of fewer than
 * four, and the medians lie two hundredths apart. One round alone says nothing.
 *
 * @param {Spread} ratio More than 1 is better.
 * @returns {Standing}
 */
export function standingOf({ median, low, high, least, most, rounds }) {
  if (rounds < 2) return 'level';
  const [from, to] = rounds < fewestForQuartiles ? [least, most] : [low, high];
  if (from > 1 && median >= 1 + leastDifference) return 'ahead';
  if (to < 1 && median <= 1 - leastDifference) return 'behind';
  return 'level';
}
