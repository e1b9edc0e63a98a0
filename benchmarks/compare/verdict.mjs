import { median, quantile } from '../statistics.mjs';

/**
 * @typedef {object} Spread
 * @property {number} median
 * @property {number} low First quartile.
 * @property {number} high Third quartile.
 *
 * @typedef {object} Verdict
 * @property {Spread} ratio
 * @property {Spread} noise Of the same code to itself.
 * @property {number} threshold How far from 1 the median has to be, to be called different.
 * @property {'more' | 'less' | 'same'} word
 */

/** Nothing smaller is called a difference, however still the machine. */
const LEAST = 0.01;
/** Quartiles of fewer rounds say nothing. */
export const fewestRounds = 4;

/**
 * Says whether ratios differ from 1 by more than the ratios of the same code to itself do: when their median lies
 * outside the noise's quartiles, mirrored around 1, and the quartiles of the two don't overlap.
 *
 * @param {readonly number[]} ratios One for each round.
 * @param {readonly number[]} noise Those of the same code, in the same rounds.
 * @returns {Verdict}
 */
export function judge(ratios, noise) {
  const ratio = spread(ratios);
  const ofNoise = spread(noise);
  const threshold = Math.max(LEAST, ofNoise.high - 1, 1 - ofNoise.low);
  const apart = ratio.low > ofNoise.high || ratio.high < ofNoise.low;
  const differs = ratios.length >= fewestRounds && apart && Math.abs(ratio.median - 1) > threshold;
  const word = !differs ? 'same' : ratio.median > 1 ? 'more' : 'less';
  return { ratio, noise: ofNoise, threshold, word };
}

/** @param {readonly number[]} values @returns {Spread} */
export function spread(values) {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** A ratio as a change, with its sign and without its unit. @param {number} ratio */
export function percent(ratio) {
  const value = Math.abs((ratio - 1) * 100).toFixed(1);
  return value === '0.0' ? value : `${ratio < 1 ? '−' : '+'}${value}`;
}

/** A ratio as a change: `+8.2 %`. @param {number} ratio */
export const change = (ratio) => `${percent(ratio)} %`;
