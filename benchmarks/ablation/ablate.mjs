import { answersOf, measureRound } from './measure.mjs';
import { again, rows as allRows, bare, intact } from './rows.mjs';

/**
 * @typedef {import('../result.mjs').Ablation} Ablation
 * @typedef {import('../result.mjs').AblationSample} Sample
 *
 * @typedef {Pick<import('./options.mjs').Options, 'rows' | 'scenarios' | 'rounds' | 'load'>} Plan
 */

/** What stands beside the rows: not switched off, but measured in the same rounds. */
const beside = [
  { name: again, title: 'nothing', without: 'the same packages once more, which shows the noise' },
  { name: bare, title: 'Nextpress itself', without: 'bare `node:http`, giving the same answer' },
];

/**
 * Measures every row in every scenario: the scenarios take turns, round by round, so that what drifts drifts for all of
 * them.
 *
 * @param {Plan} plan
 * @param {(round: string, scenario: string) => void} tell Is told what is measured now.
 * @returns {Promise<Ablation[]>}
 */
export async function ablate({ rows, scenarios, rounds, load }, tell) {
  const names = rows.map(({ name }) => name);
  /** @type {Map<string, Map<string, Sample>[]>} */
  const measured = new Map(scenarios.map(({ name }) => [name, []]));
  /** @type {Map<string, string[]>} */
  const wanted = new Map();
  for (const scenario of scenarios) wanted.set(scenario.name, await answersOf(scenario));
  for (let round = 1; round <= rounds; round++) {
    for (const scenario of scenarios) {
      tell(`round ${round} of ${rounds}`, scenario.name);
      const samples = await measureRound(scenario, names, load, wanted.get(scenario.name) ?? []);
      measured.get(scenario.name)?.push(samples);
    }
  }
  return scenarios.flatMap(({ name, title }) => {
    const list = measured.get(name) ?? [];
    return [...beside, ...rows].flatMap((row) => ablationOf(row, { name, title }, list));
  });
}

/**
 * @param {Pick<import('./rows.mjs').Row, 'name' | 'title' | 'without' | 'claimed'>} row
 * @param {{ name: string, title: string }} scenario
 * @param {readonly ReadonlyMap<string, Sample>[]} list
 * @returns {Ablation[]} none where the scenario doesn't have it
 */
function ablationOf({ name, title, without, claimed = false }, scenario, list) {
  const rounds = list.flatMap((samples) => {
    const whole = samples.get(intact);
    const part = samples.get(name);
    return whole === undefined || part === undefined ? [] : [{ with: whole, without: part }];
  });
  if (rounds.length === 0) return [];
  return [{ name, title, without, claimed, scenario: scenario.name, scenarioTitle: scenario.title, rounds }];
}

/** In the table's order. @param {string} name */
export const rankOf = (name) => [again, ...allRows.map((row) => row.name), bare].indexOf(name);
