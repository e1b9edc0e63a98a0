/**
 * What decides a scenario.
 *
 * @typedef {'rate' | 'cpu' | 'cold start' | 'memory' | 'garbage'} Decider
 * @typedef {import('../result.mjs').Sample} Sample
 * @typedef {import('../result.mjs').Round} Round
 */

/** The scenarios that don't ask for speed. @type {Readonly<Record<string, Decider>>} */
export const deciders = { 'cold-start': 'cold start', memory: 'memory', gc: 'garbage' };

/** In words, to follow "by". @type {Readonly<Record<Decider, string>>} */
export const deciderWords = {
  rate: 'requests per second',
  cpu: 'processor time',
  'cold start': 'time to the first answer',
  memory: 'peak memory',
  garbage: 'time spent collecting',
};

/** Whether a load generator that is the bottleneck matters. @param {Decider} decider */
export function isOfSpeed(decider) {
  return decider === 'rate' || decider === 'cpu';
}

/** How good a sample is: twice as much is twice as good. @type {Readonly<Record<Decider, (sample: Sample) => number | undefined>>} */
const goodness = {
  rate: ({ rate }) => rate,
  cpu: ({ cpu }) => 1 / cpu,
  'cold start': ({ coldStart }) => coldStart && 1 / coldStart,
  memory: ({ peakRss }) => 1 / peakRss,
  garbage: ({ gc, requests }) => gc && requests / gc.time,
};

/**
 * One server's rounds beside another's: how many times better it was in each that both finished.
 *
 * @param {Decider} decidedBy
 * @param {readonly Round[]} rounds
 * @param {readonly Round[]} others
 * @returns {number[]} more than 1 is better, whatever decides
 */
export function ratiosBy(decidedBy, rounds, others) {
  const good = goodness[decidedBy];
  return rounds.flatMap((sample, index) => {
    const other = others[index];
    if (!sample || !other) return [];
    const ratio = (good(sample) ?? Number.NaN) / (good(other) ?? Number.NaN);
    return Number.isFinite(ratio) ? [ratio] : [];
  });
}
