import { change, judge, percent } from '../compare/verdict.mjs';
import { markdownTable } from '../markdown-table.mjs';
import { median } from '../statistics.mjs';
import { rankOf } from './ablate.mjs';
import { again, rows as allRows, bare } from './rows.mjs';

/**
 * @typedef {import('../result.mjs').Ablation} Ablation
 * @typedef {import('../result.mjs').AblationSample} Sample
 */

const none = '–';

/** Processor time per request without each, as a change from the packages as they are. @param {readonly Ablation[]} ablations */
export function cpuTable(ablations) {
  const columns = scenariosOf(ablations);
  const first = [
    'the packages as they are',
    ...columns.map((name) => microseconds(find(ablations, name, again))),
  ];
  const body = namesOf(ablations).map((name) => [
    titleOf(ablations, name),
    ...columns.map((scenario) => cpuCell(ablations, scenario, name)),
    ...conclusion(ablations, name),
  ]);
  return markdownTable(
    ['without', ...columns, 'dearer in', 'cheaper in', 'the paper'],
    [[...first, '', '', ''], ...body],
  );
}

/** The same of the requests per second. @param {readonly Ablation[]} ablations */
export function rateTable(ablations) {
  const columns = scenariosOf(ablations);
  const first = [
    'the packages as they are',
    ...columns.map((name) => perSecond(find(ablations, name, again))),
  ];
  const body = namesOf(ablations).map((name) => [
    titleOf(ablations, name),
    ...columns.map((scenario) => {
      const found = find(ablations, scenario, name);
      return found === undefined ? none : change(median(ratios(found, 'rate')));
    }),
  ]);
  return markdownTable(['without', ...columns], [first, ...body]);
}

/** What each row switches off, and what each column measures. @param {readonly Ablation[]} ablations */
export function legend(ablations) {
  const rows = namesOf(ablations).map((name) => {
    const { title, without } = /** @type {Ablation} */ (ablations.find((each) => each.name === name));
    const note = allRows.find((row) => row.name === name)?.note;
    return `- ${title}: ${without}${note === undefined ? '' : `. ${note}`}`;
  });
  const columns = scenariosOf(ablations).map((name) => {
    const found = ablations.find(({ scenario }) => scenario === name);
    return `- ${name}: ${found?.scenarioTitle}`;
  });
  return ['Without', '', ...rows, '', 'In', '', ...columns].join('\n');
}

/** @param {readonly Ablation[]} ablations @param {string} scenario @param {string} name */
function verdictOf(ablations, scenario, name) {
  const found = find(ablations, scenario, name);
  const noise = find(ablations, scenario, again);
  return found && noise && judge(ratios(found, 'cpu'), ratios(noise, 'cpu'));
}

/** @param {readonly Ablation[]} ablations @param {string} scenario @param {string} name */
function cpuCell(ablations, scenario, name) {
  const verdict = verdictOf(ablations, scenario, name);
  if (verdict === undefined) return none;
  const { ratio, word } = verdict;
  const text = `${change(ratio.median)} (${percent(ratio.low)} to ${percent(ratio.high)})`;
  return word === 'same' ? text : `**${text}**`;
}

/** @param {readonly Ablation[]} ablations @param {string} name */
function conclusion(ablations, name) {
  if (name === again || name === bare) return ['', '', ''];
  const scenarios = scenariosOf(ablations);
  const words = scenarios.map((scenario) => verdictOf(ablations, scenario, name)?.word);
  /** @param {string} word */
  const count = (word) => `${words.filter((each) => each === word).length} of ${scenarios.length}`;
  const claimed = ablations.find((each) => each.name === name)?.claimed;
  return [count('more'), count('less'), claimed ? 'dearer' : none];
}

/** @param {readonly Ablation[]} ablations @param {string} scenario @param {string} name */
function find(ablations, scenario, name) {
  return ablations.find((each) => each.scenario === scenario && each.name === name);
}

/** @param {Ablation} ablation @param {'cpu' | 'rate'} figure */
function ratios({ rounds }, figure) {
  return rounds.map((round) => round.without[figure] / round.with[figure]);
}

/** @param {readonly Ablation[]} ablations */
function namesOf(ablations) {
  return [...new Set(ablations.map(({ name }) => name))].sort((a, b) => rankOf(a) - rankOf(b));
}

/** @param {readonly Ablation[]} ablations */
const scenariosOf = (ablations) => [...new Set(ablations.map(({ scenario }) => scenario))];

/** @param {readonly Ablation[]} ablations @param {string} name */
function titleOf(ablations, name) {
  return ablations.find((each) => each.name === name)?.title ?? name;
}

/** @param {Ablation | undefined} ablation */
function microseconds(ablation) {
  if (ablation === undefined) return none;
  return `${median(ablation.rounds.map((round) => round.with.cpu)).toFixed(1)} µs`;
}

/** @param {Ablation | undefined} ablation */
function perSecond(ablation) {
  if (ablation === undefined) return none;
  return Math.round(median(ablation.rounds.map((round) => round.with.rate))).toLocaleString('en');
}
