import { spreadOf } from '../statistics.mjs';

/**
 * @typedef {import('../statistics.mjs').Spread} Spread
 *
 * @typedef {object} Verdict
 * @property {Spread} ratio
 * @property {Spread} noise Of the same code to itself.
 * @property {number} threshold How far from 1 the quartiles have to stay, to be called different.
 * @property {'more' | 'less' | 'same'} word
 */

/** Nothing smaller is called a difference, however still the machine. */
const LEAST = 0.01;
/** Quartiles of fewer rounds say nothing. */
export const fewestRounds = 4;

/**
 * Says whether ratios differ from 1 by more than the ratios of the same code to itself do. Noise goes both ways: its
 * larger half counts for both. The quartiles must not reach into it, nor the median.
 *
 * @param {readonly number[]} ratios One for each round.
 * @param {readonly number[]} noise Those of the same code, in the same rounds.
 * @returns {Verdict}
 */
export function judge(ratios, noise) {
  const ratio = spreadOf(ratios);
  const ofNoise = spreadOf(noise);
  const threshold = Math.max(LEAST, ofNoise.high - 1, 1 - ofNoise.low);
  const isTold = ratios.length >= fewestRounds;
  const isMore = isTold && ratio.low > 1 + threshold;
  const isLess = isTold && ratio.high < 1 - threshold;
  return { ratio, noise: ofNoise, threshold, word: isMore ? 'more' : isLess ? 'less' : 'same' };
}

/** A ratio as a change, with its sign and without its unit. @param {number} ratio */
export function percent(ratio) {
  const value = Math.abs((ratio - 1) * 100).toFixed(1);
  return value === '0.0' ? value : `${ratio < 1 ? '−' : '+'}${value}`;
}

/** A ratio as a change: `+8.2 %`. @param {number} ratio */
export const change = (ratio) => `${percent(ratio)} %`;
