import { markdownTable } from '../../markdown-table.mjs';
import { suitesOf } from '../by-suite.mjs';
import { list, times } from '../figures.mjs';
import { peers } from '../peers.mjs';
import { placeOf } from '../place.mjs';
import { behindList } from '../tally.mjs';
import { decidersSentence } from './deciders-sentence.mjs';
import { machineSentence } from './machine-sentence.mjs';

/**
 * @typedef {import('../result-files.mjs').Run} Run
 * @typedef {import('../summarize-run.mjs').ScenarioSummary} ScenarioSummary
 */

/** Where Nextpress is ahead, by how much, and where it is not: one table, of the newest Node. @param {readonly Run[]} runs */
export function readmeTable(runs) {
  const [run] = runs;
  if (run === undefined) return '';
  const head = ['scenarios', ...peers.map(({ title }) => `beside ${title}`), 'not ahead of'];
  const body = suitesOf(run).map(({ title, scenarios }) => [
    `${title} (${scenarios.length})`,
    ...peers.map(({ name }) => rangeBeside(scenarios, name)),
    notAhead(scenarios),
  ]);
  const behind = behindList(run.scenarios).map(({ scenario, others }) => `- ${scenario.title}: ${others}`);
  return [
    'How many times better Nextpress is, from the least to the most of the scenarios of each kind; **bold** where it is ahead in all, level where the noise is larger than the difference.',
    '',
    markdownTable(head, body),
    '',
    ...(behind.length === 0
      ? ['Nowhere was a framework that was measured, or bare `node:http`, better by more than the noise.']
      : ['Where it is behind, whom and how many times:', '', ...behind]),
    '',
    decidersSentence(run.scenarios),
    machineSentence(run),
  ].join('\n');
}

/** @param {readonly ScenarioSummary[]} scenarios @param {string} name */
function comparisonsWith(scenarios, name) {
  return scenarios.flatMap(
    (scenario) => placeOf(scenario)?.comparisons.find(({ other }) => other.name === name) ?? [],
  );
}

/** From the least to the most of the scenarios. @param {readonly ScenarioSummary[]} scenarios @param {string} name */
function rangeBeside(scenarios, name) {
  const comparisons = comparisonsWith(scenarios, name);
  if (comparisons.length === 0) return '–';
  const ratios = comparisons.map(({ ratio }) => ratio.median);
  const [least, most] = [times(Math.min(...ratios)), times(Math.max(...ratios))];
  const range = least === most ? least : `${least.slice(0, -1)}–${most}`;
  return comparisons.every(({ standing }) => standing === 'ahead') ? `**${range}**` : range;
}

/** @param {readonly ScenarioSummary[]} scenarios */
function notAhead(scenarios) {
  const found = peers.flatMap(({ name, title }) => {
    const comparisons = comparisonsWith(scenarios, name);
    const behind = comparisons.filter(({ standing }) => standing === 'behind').length;
    const level = comparisons.filter(({ standing }) => standing === 'level').length;
    if (behind + level === 0) return [];
    return [
      `${title} (${list([...(behind > 0 ? [`behind in ${behind}`] : []), ...(level > 0 ? [`level in ${level}`] : [])])})`,
    ];
  });
  return found.join(', ') || '–';
}
