import { median, spreadOf } from '../statistics.mjs';

/**
 * @typedef {import('./scenarios.mjs').Scenario} Scenario
 * @typedef {import('./scenarios.mjs').Goal} Goal
 * @typedef {import('./measure.mjs').Round} Round
 * @typedef {import('./measure.mjs').Sample} Sample
 *
 * @typedef {import('../statistics.mjs').Spread} Ratio
 *
 * @typedef {object} Figures What was measured of a variant.
 * @property {number} cpu Median, in microseconds per request.
 * @property {number} rate Median, in requests per second.
 * @property {number} busy Median.
 * @property {Ratio} ratio How many times less processor time than the baseline, in the same round.
 * @property {Ratio} rateRatio How many times as many requests per second as the baseline.
 * @property {Ratio} lane How many times the fast lane's processor time this one takes.
 *
 * @typedef {object} Row
 * @property {number} pipelining
 * @property {Record<string, Figures>} variants
 * @property {number} least
 * @property {number | null} beyond
 * @property {boolean} met
 * @property {boolean} slower Whether the fast lane takes more than Node's lane, in three quarters of the rounds.
 *
 * @typedef {object} Result
 * @property {string} name
 * @property {string} title
 * @property {string} baseline
 * @property {string} lane
 * @property {Row[]} rows One for each number of pipelined requests.
 * @property {Record<string, number>} inLane Which share of the requests was served in the fast lane.
 */

/**
 * @param {Scenario} scenario
 * @param {ReadonlyMap<number, readonly Round[]>} rounds
 * @param {ReadonlyMap<string, number>} inLane
 * @param {string} major Of the Node that was measured.
 * @returns {Result}
 */
export function summarize({ name, title, baseline, lane, goals }, rounds, inLane, major) {
  const rows = goals.map(({ pipelining, least, beyond }) => {
    const list = rounds.get(pipelining) ?? [];
    const variants = Object.fromEntries(
      [...(list[0]?.keys() ?? [])].map((variant) => [variant, figuresOf(variant, list, baseline, lane)]),
    );
    const wanted = forMajor(least, major) ?? 0;
    return {
      pipelining,
      variants,
      least: wanted,
      beyond: forMajor(beyond, major),
      met: (variants[lane]?.ratio.median ?? 0) >= wanted,
      // A bare listener on the lane is no match for an application off it.
      slower: lane === 'nextpress' && (variants['nextpress-node']?.lane.high ?? 1) < 1,
    };
  });
  return { name, title, baseline, lane, rows, inLane: Object.fromEntries(inLane) };
}

/** @param {string} variant @param {readonly Round[]} rounds @param {string} baseline @param {string} lane @returns {Figures} */
function figuresOf(variant, rounds, baseline, lane) {
  /** @param {(own: Sample, round: Round) => number} read */
  const values = (read) => rounds.map((round) => read(sampleOf(round, variant), round));
  return {
    cpu: median(values(({ cpu }) => cpu)),
    rate: median(values(({ rate }) => rate)),
    busy: median(values(({ busy }) => busy)),
    ratio: spreadOf(values(({ cpu }, round) => sampleOf(round, baseline).cpu / cpu)),
    rateRatio: spreadOf(values(({ rate }, round) => rate / sampleOf(round, baseline).rate)),
    lane: spreadOf(values(({ cpu }, round) => cpu / sampleOf(round, lane).cpu)),
  };
}

/** @param {Goal['least'] | undefined} goal @param {string} major */
function forMajor(goal, major) {
  if (goal === undefined) return null;
  return typeof goal === 'number' ? goal : (goal[major] ?? null);
}

/** @param {Round} round @param {string} variant */
function sampleOf(round, variant) {
  const sample = round.get(variant);
  if (sample === undefined) throw new Error(`${variant} was not measured`);
  return sample;
}
