import { spreadOf } from '@nextpress-internal/bench-kit/statistics';

/**
 * @typedef {object} Verdict
 * @property {import('@nextpress-internal/bench-kit/statistics').Spread} ratio
 * @property {number} threshold How far from 1 both quartiles have to be.
 * @property {'more' | 'less' | 'same'} word
 */

/** No smaller difference is reported, however quiet the machine. */
const LEAST_DIFFERENCE = 0.01;
export const FEWEST_ROUNDS = 4;

/**
 * Tells whether ratios differ from 1 by more than the same code differs from itself.
 *
 * @param {readonly number[]} ratios One for each round.
 * @param {readonly number[]} noise Ratios of the same code to itself in the same rounds.
 * @returns {Verdict}
 */
export function judge(ratios, noise) {
  const ratio = spreadOf(ratios);
  const [low, , high] = spreadOf(noise);
  // Noise has no direction, so its larger side counts for both.
  const threshold = Math.max(LEAST_DIFFERENCE, high - 1, 1 - low);
  const isEnough = ratios.length >= FEWEST_ROUNDS;
  const isMore = isEnough && ratio[0] > 1 + threshold;
  const isLess = isEnough && ratio[2] < 1 - threshold;
  return { ratio, threshold, word: isMore ? 'more' : isLess ? 'less' : 'same' };
}

/** Whether the median differs by more than the noise, and a quartile doesn't: more rounds may tell. @param {Verdict} verdict */
export const isUndecided = ({ ratio, threshold, word }) =>
  word === 'same' && Math.abs(ratio[1] - 1) > threshold;

/** Writes a ratio as a change, without its unit. @param {number} ratio */
export function percent(ratio) {
  const value = Math.abs((ratio - 1) * 100).toFixed(1);
  return value === '0.0' ? value : `${ratio < 1 ? '−' : '+'}${value}`;
}

/** @param {number} ratio */
export const change = (ratio) => `${percent(ratio)} %`;
