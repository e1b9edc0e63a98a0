import { markdownTable } from './markdown-table.mjs';
import { median } from './statistics.mjs';

/** What everything is compared with: bare Node with Content-Length. */
export const baseline = 'node-http';

/**
 * @typedef {import('./measure.mjs').Sample} Sample
 *
 * @typedef {{ median: number, least: number, most: number }} Spread
 *
 * @typedef {object} Row
 * @property {string} server
 * @property {number} rate Median of the rounds, in requests per second.
 * @property {Spread} rateRatio Of the rounds' ratios to the baseline of the same round.
 * @property {number} cpu Median, in microseconds per request.
 * @property {Spread} cpuRatio
 * @property {number} busy
 */

/** Sums up the rounds of one pipelining, the fastest first. @param {readonly Map<string, Sample>[]} rounds @returns {Row[]} */
export function summarize(rounds) {
  const [first] = rounds;
  if (first === undefined) return [];
  return [...first.keys()]
    .map((server) => {
      /** @param {(own: Sample, bare: Sample) => number} read */
      const overRounds = (read) =>
        spread(rounds.map((round) => read(sampleOf(round, server), sampleOf(round, baseline))));
      return {
        server,
        rate: overRounds(({ rate }) => rate).median,
        rateRatio: overRounds((own, bare) => own.rate / bare.rate),
        cpu: overRounds(({ cpu }) => cpu).median,
        cpuRatio: overRounds((own, bare) => own.cpu / bare.cpu),
        busy: overRounds(({ busy }) => busy).median,
      };
    })
    .sort((a, b) => a.cpu - b.cpu);
}

/** @param {readonly Row[]} rows */
export function toMarkdown(rows) {
  const head = ['server', 'requests/s', 'ratio', 'CPU µs/request', 'ratio', 'busy'];
  const body = rows.map(({ server, rate, rateRatio, cpu, cpuRatio, busy }) => [
    server,
    Math.round(rate).toLocaleString('en'),
    formatSpread(rateRatio),
    cpu.toFixed(1),
    formatSpread(cpuRatio),
    `${Math.round(busy * 100)} %`,
  ]);
  return markdownTable(head, body);
}

/** @param {readonly number[]} values @returns {Spread} */
function spread(values) {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** @param {Spread} spread */
function formatSpread({ median, least, most }) {
  return `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
}

/** @param {Map<string, Sample>} round @param {string} server */
function sampleOf(round, server) {
  const sample = round.get(server);
  if (sample === undefined) throw new Error(`${server} was not measured`);
  return sample;
}
