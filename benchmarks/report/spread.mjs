import { spreadOf as quartilesOf } from '../statistics.mjs';

/**
 * What the rounds gave: the median, the quartiles, and the range.
 *
 * @typedef {import('../statistics.mjs').Spread & { least: number, most: number }} Spread
 *
 * @typedef {'ahead' | 'level' | 'behind'} Standing
 */

/** A difference of the medians below this is none, however well the rounds agree. */
const leastDifference = 0.02;

/** @param {readonly number[]} values @returns {Spread | undefined} nothing when there are no values */
export function spreadOf(values) {
  if (values.length === 0) return undefined;
  return { ...quartilesOf(values), least: Math.min(...values), most: Math.max(...values) };
}

/**
 * What a ratio of two servers says: ahead or behind only when three quarters of the rounds agree and the
 * medians lie two hundredths apart.
 *
 * @param {Spread} ratio More than 1 is better.
 * @returns {Standing}
 */
export function standingOf({ median, low, high }) {
  if (low > 1 && median >= 1 + leastDifference) return 'ahead';
  if (high < 1 && median <= 1 - leastDifference) return 'behind';
  return 'level';
}
