import { again, bare } from '../ablation/rows.mjs';
import { judge } from '../compare/verdict.mjs';
import { spreadOf } from './spread.mjs';

/**
 * @typedef {import('../result.mjs').Ablation} Ablation
 *
 * @typedef {object} AblationRow One optimisation in one scenario.
 * @property {string} title Of the optimisation.
 * @property {string} scenario
 * @property {string} scenarioTitle
 * @property {import('./spread.mjs').Spread} cost The processor time without it, times the time with it.
 * @property {'more' | 'less' | 'same'} word Whether a request costs more without it, by the noise of the same code.
 */

/** What every optimisation gives, the most first. @param {readonly Ablation[]} ablations @returns {AblationRow[]} */
export function summarizeAblation(ablations) {
  return ablations
    .flatMap((ablation) => {
      const { name, title, scenario, scenarioTitle } = ablation;
      const noise = ablations.find((other) => other.scenario === scenario && other.name === again);
      const costs = costsOf(ablation);
      const cost = spreadOf(costs);
      if (name === bare || name === again || cost === undefined || noise === undefined) return [];
      return [{ title, scenario, scenarioTitle, cost, word: judge(costs, costsOf(noise)).word }];
    })
    .sort((a, b) => b.cost.median - a.cost.median);
}

/** @param {Ablation} ablation */
function costsOf({ rounds }) {
  return rounds.map((round) => round.without.cpu / round.with.cpu);
}
