import { list, times } from './figures.mjs';
import { peers } from './peers.mjs';
import { placeOf } from './place.mjs';

/**
 * @typedef {import('./summarize-run.mjs').ScenarioSummary} ScenarioSummary
 *
 * @typedef {object} Tally In how many scenarios Nextpress is ahead of another, and in how many not.
 * @property {string} against
 * @property {number} of
 * @property {number} ahead
 * @property {number} level
 * @property {number} behind
 */

/** @param {readonly ScenarioSummary[]} scenarios @returns {Tally[]} without those that were never measured beside Nextpress */
export function tally(scenarios) {
  return peers
    .map(({ name, title }) => {
      const standings = scenarios.flatMap(
        (scenario) => placeOf(scenario)?.comparisons.find(({ other }) => other.name === name)?.standing ?? [],
      );
      /** @param {string} standing */
      const count = (standing) => standings.filter((found) => found === standing).length;
      return {
        against: title,
        of: standings.length,
        ahead: count('ahead'),
        level: count('level'),
        behind: count('behind'),
      };
    })
    .filter(({ of }) => of > 0);
}

/**
 * The scenarios in which someone on Node is faster, with who it is and by how much. The floor, which reads no request,
 * is not among them.
 *
 * @param {readonly ScenarioSummary[]} scenarios
 * @returns {{ scenario: ScenarioSummary, others: string }[]}
 */
export function behindList(scenarios) {
  return scenarios.flatMap((scenario) => {
    const faster = (placeOf(scenario)?.comparisons ?? []).filter(
      ({ other, standing }) =>
        standing === 'behind' &&
        other.kind !== 'elsewhere' &&
        other.kind !== 'own' &&
        other.name !== 'net-floor',
    );
    if (faster.length === 0) return [];
    return [
      {
        scenario,
        others: list(faster.map(({ other, ratio }) => `${other.title} ${times(1 / ratio.median)}`)),
      },
    ];
  });
}
