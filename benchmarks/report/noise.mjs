import { median } from '../statistics.mjs';
import { ratiosBy } from './decider.mjs';

/** A difference of the medians below this is none, however still the machine. */
const leastDifference = 0.02;

/** Two standard errors of a mean, and a fifth more because the medians of a few rounds are compared. */
const ERRORS = 2.4;

/** Of a normal distribution: its standard deviation, as a multiple of the median of the distances from its middle. */
const DEVIATION = 1.4826;

/**
 * How far the ratio of two servers goes up and down from round to round: the standard deviation of its logarithm. The few
 * rounds of one pair say little about that, so all pairs of a scenario say it together; a median of theirs, so that
 * single samples that were disturbed don't.
 *
 * @param {import('./decider.mjs').Decider} decidedBy
 * @param {readonly (readonly import('../result.mjs').Round[])[]} servers The rounds of each.
 * @returns {number} 0 where nobody has two rounds
 */
export function noiseOf(decidedBy, servers) {
  const distances = servers.flatMap((rounds, index) =>
    servers.slice(index + 1).flatMap((others) => distancesOf(ratiosBy(decidedBy, rounds, others))),
  );
  return distances.length === 0 ? 0 : DEVIATION * median(distances);
}

/** From their middle, as far as they would be if that were known and not worked out from them. @param {readonly number[]} ratios */
function distancesOf(ratios) {
  const { length } = ratios;
  if (length < 2) return [];
  const logarithms = ratios.map(Math.log);
  const middle = logarithms.reduce((sum, each) => sum + each, 0) / length;
  return logarithms.map((each) => Math.abs(each - middle) * Math.sqrt(length / (length - 1)));
}

/**
 * The ratio from which on two servers are called different: of two that are alike, no more than one pair in twenty gets
 * there.
 *
 * @param {number} noise From {@link noiseOf}.
 * @param {number} rounds
 */
export function leastTold(noise, rounds) {
  return Math.max(1 + leastDifference, Math.exp((ERRORS * noise) / Math.sqrt(rounds)));
}
