import { markdownTable } from './markdown-table.mjs';
import { summarize } from './summary.mjs';

/**
 * @typedef {import('./result.mjs').Result} Result
 * @typedef {import('./summary.mjs').Row} Row
 *
 * @typedef {[title: string, write: (row: Row) => string | undefined]} Column
 */

/** @param {number | undefined} value @param {(value: number) => string} write */
const when = (value, write) => (value === undefined ? undefined : write(value));

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/** @param {import('./statistics.mjs').Spread | undefined} spread */
const withRange = (spread) =>
  spread && `${spread.median.toFixed(2)} (${spread.low.toFixed(2)}–${spread.high.toFixed(2)})`;

/** @type {readonly Column[]} A column in which nobody has a figure is left out. */
const columns = [
  ['requests/s', ({ rate }) => Math.round(rate.median).toLocaleString('en')],
  [
    '× node:http',
    ({ rateRatio, decides }) =>
      when(rateRatio?.median, () => `${withRange(rateRatio)}${decides === 'cpu' ? '*' : ''}`),
  ],
  ['CPU µs', ({ cpu }) => cpu.median.toFixed(1)],
  ['× less CPU', ({ cpuRatio }) => withRange(cpuRatio)],
  ['p50 ms', ({ latency }) => when(latency?.p50, (value) => value.toFixed(2))],
  ['p95', ({ latency }) => when(latency?.p95, (value) => value.toFixed(2))],
  ['p99', ({ latency }) => when(latency?.p99, (value) => value.toFixed(2))],
  ['busy', ({ busy }) => percent(busy)],
  ['peak MB', ({ peakRss }) => megabytes(peakRss)],
  ['idle MB', ({ idleRss }) => when(idleRss, megabytes)],
  ['after MB', ({ idleRss, rss }) => when(idleRss, () => megabytes(rss))],
  ['heap MB', ({ idleHeap, heap }) => when(idleHeap, () => when(heap, megabytes) ?? '')],
  ['ELU', ({ elu }) => when(elu, (value) => value.toFixed(2))],
  ['GC ms/s', ({ gcTime }) => when(gcTime, (value) => value.toFixed(1))],
  ['start ms', ({ coldStart }) => when(coldStart, (value) => value.toFixed(0))],
  ['warmed up by only', ({ warmedUp }) => when(warmedUp, (value) => value.toLocaleString('en'))],
  ['others on its core', ({ others }) => when(others, percent)],
  ['taken by the host', ({ stolen }) => when(stolen, percent)],
];

/** A result as tables to be read in a terminal. @param {Result} result */
export function tablesOf(result) {
  const titles = new Map(result.servers.map(({ name, title, version }) => [name, `${title} ${version}`]));
  const parts = result.scenarios.map((scenario) => {
    const rows = markedRows(scenario);
    const filled = columns.filter(([, write]) => rows.some((row) => write(row) !== undefined));
    const body = rows.map((row) => [
      titles.get(row.server) ?? row.server,
      ...filled.map(([, write]) => write(row) ?? ''),
    ]);
    const limited = rows.some(({ decides }) => decides === 'cpu');
    return [
      headingOf(scenario, Math.max(0, ...rows.map(({ rounds }) => rounds))),
      markdownTable(['', ...filled.map(([title]) => title)], body),
      ...(limited ? ['* the load generator was the limit: compare processor time, not rates'] : []),
    ].join('\n\n');
  });
  return [headOf(result), ...parts, ...absencesOf(result)].join('\n\n');
}

/** Where the generator was the limit of the baseline, no ratio to its rate says anything. @param {import('./result.mjs').ScenarioResult} scenario @returns {Row[]} */
function markedRows(scenario) {
  const rows = summarize(scenario);
  const bare = rows.find(({ server }) => server === scenario.baseline);
  return bare?.decides === 'cpu' ? rows.map((row) => ({ ...row, decides: 'cpu' })) : rows;
}

/** @param {import('./result.mjs').ScenarioResult} scenario @param {number} rounds */
function headingOf({ name, title, load, note }, rounds) {
  const { connections, pipelining, seconds, requests } = load;
  const window = requests === undefined ? `${seconds} s` : `${requests.toLocaleString('en')} requests`;
  const facts = [
    connections === 1 ? '1 connection' : `${connections} connections`,
    ...(pipelining > 1 ? [`${pipelining} requests under way on each`] : []),
    `${rounds} × ${window}`,
  ];
  return `${name}: ${title} (${facts.join(', ')})${note === undefined ? '' : `\n${note}`}`;
}

/** @param {Result} result */
function headOf({ machine, node, generator, date }) {
  const { processor, cores, load, pinned } = machine;
  return [
    `${processor}, ${cores} cores${pinned ? ', servers and load each kept to their own' : ''}; load before ${load};`,
    `Node ${node}, ${generator.name} ${generator.version}, ${date.slice(0, 10)}; medians of the rounds, ratios with their quartiles, or with the least and the most of up to three.`,
  ].join('\n');
}

/** A line for each server and reason. @param {Result} result */
function absencesOf({ absences }) {
  const lines = new Set(absences.map(({ server, reason }) => `${server} was left out: ${reason}`));
  return lines.size === 0 ? [] : [[...lines].join('\n')];
}
