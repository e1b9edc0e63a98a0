import { spreadOf as quartilesOf } from '../statistics.mjs';
import { leastTold } from './noise.mjs';

/**
 * What the rounds gave: the median, the quartiles, the range, and how many there were.
 *
 * @typedef {import('../statistics.mjs').Spread & { least: number, most: number, rounds: number }} Spread
 *
 * @typedef {'ahead' | 'level' | 'behind'} Standing
 */

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
 * four, and the median is further from 1 than the noise of the scenario. One round alone says nothing.
 *
 * @param {Spread} ratio More than 1 is better.
 * @param {number} noise From `noiseOf`.
 * @returns {Standing}
 */
export function standingOf({ median, low, high, least, most, rounds }, noise) {
  if (rounds < 2) return 'level';
  const [from, to] = rounds < fewestForQuartiles ? [least, most] : [low, high];
  const told = leastTold(noise, rounds);
  if (from > 1 && median >= told) return 'ahead';
  if (to < 1 && median <= 1 / told) return 'behind';
  return 'level';
}
