import { markdownTable } from '../markdown-table.mjs';
import { median } from '../statistics.mjs';
import { change, judge, percent } from './verdict.mjs';

/**
 * @typedef {import('./measure.mjs').Round} Round
 *
 * @typedef {object} Comparison
 * @property {string} scenario
 * @property {'faster' | 'slower' | 'no difference'} verdict By processor time per request.
 * @property {number} base Median, in microseconds per request; and of the head.
 * @property {number} head
 * @property {import('./verdict.mjs').Verdict} cpu The head's processor time to the base's.
 * @property {import('./verdict.mjs').Verdict} rate The head's requests per second to the base's.
 */

const words = /** @type {const} */ ({ more: 'slower', less: 'faster', same: 'no difference' });

/** @param {string} scenario @param {readonly Round[]} rounds @returns {Comparison} */
export function compareRounds(scenario, rounds) {
  const cpu = judgeFigure(rounds, 'cpu');
  return {
    scenario,
    verdict: words[cpu.word],
    base: median(rounds.map(({ base }) => base.cpu)),
    head: median(rounds.map(({ head }) => head.cpu)),
    cpu,
    rate: judgeFigure(rounds, 'rate'),
  };
}

/** @param {readonly Round[]} rounds @param {'cpu' | 'rate'} figure */
function judgeFigure(rounds, figure) {
  return judge(
    rounds.map(({ base, head }) => head[figure] / base[figure]),
    rounds.map(({ head, again }) => again[figure] / head[figure]),
  );
}

/** @param {readonly Comparison[]} comparisons */
export function comparisonTable(comparisons) {
  const head = [
    'scenario',
    'base',
    'head',
    'CPU per request',
    'quartiles',
    'noise',
    'requests/s',
    'the head is',
  ];
  const body = comparisons.map(({ scenario, verdict, base, head, cpu, rate }) => [
    scenario,
    `${base.toFixed(1)} µs`,
    `${head.toFixed(1)} µs`,
    change(cpu.ratio.median),
    `${percent(cpu.ratio.low)} to ${percent(cpu.ratio.high)}`,
    `± ${(cpu.threshold * 100).toFixed(1)} %`,
    change(rate.ratio.median),
    verdict,
  ]);
  return markdownTable(head, body);
}
