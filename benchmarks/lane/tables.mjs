import { markdownTable } from '../markdown-table.mjs';

/**
 * @typedef {import('./summary.mjs').Result} Result
 * @typedef {import('./summary.mjs').Row} Row
 */

const none = '–';

/** What the fast lane reaches, beside its goals. @param {readonly Result[]} results */
export function goalsTable(results) {
  const head = [
    'CPU µs per request',
    'node:http',
    "Node's lane",
    'fast lane',
    'ratio',
    'ratio, pipelined',
    'goal (beyond)',
    'met',
  ];
  const body = results.map(({ title, baseline, lane, rows }) => [
    title,
    cell(rows, (row) => cpuOf(row, baseline)),
    cell(rows, (row) => cpuOf(row, 'nextpress-node')),
    cell(rows, (row) => cpuOf(row, lane)),
    cell(rows.filter(isSingle), (row) => ratioOf(row, lane)),
    cell(rows.filter(isPipelined), (row) => ratioOf(row, lane)),
    cell(rows, ({ least, beyond }) => (beyond === null ? `${least}` : `${least} (${beyond})`)),
    cell(rows, (row) => verdict(row, lane)),
  ]);
  return markdownTable(head, body);
}

/** The same requests answered by a bare listener on the lane, by the floor, and by other runtimes. @param {readonly Result[]} results */
export function othersTable(results) {
  const columns = {
    'bare listener on the lane': 'fast-lane',
    'with `lazy`': 'fast-lane-lazy',
    'node:net, fixed': 'net',
    Bun: 'bun',
    Deno: 'deno',
  };
  const body = results
    .filter(({ lane }) => lane === 'nextpress')
    .map(({ title, lane, rows, inLane }) => [
      title,
      cell(rows, (row) => cpuOf(row, lane)),
      ...Object.values(columns).map((variant) => cell(rows, (row) => besideLane(row, variant))),
      percent(inLane[lane]),
    ]);
  return markdownTable(['CPU µs per request', 'fast lane', ...Object.keys(columns), 'in the lane'], body);
}

/** How many requests per second there were, and whether the servers had enough to do. @param {readonly Result[]} results */
export function ratesTable(results) {
  const body = results.flatMap(({ title, baseline, lane, rows }) =>
    rows.map((row) => [
      `${title}, ${row.pipelining}`,
      rate(row, baseline),
      rate(row, lane),
      row.variants[lane]?.rateRatio.median.toFixed(2) ?? none,
      percent(row.variants[baseline]?.busy),
      percent(row.variants[lane]?.busy),
    ]),
  );
  return markdownTable(
    ['requests per second, pipelining', 'node:http', 'fast lane', 'ratio', 'node:http busy', 'lane busy'],
    body,
  );
}

/** @param {readonly import('./memory.mjs').Idle[]} rows */
export function memoryTable(rows) {
  /** @param {number} bytes */
  const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`;
  return markdownTable(
    ['idle connection', 'heap and buffers', 'resident'],
    rows.map(({ variant, heap, rss }) => [variant, kilobytes(heap), kilobytes(rss)]),
  );
}

/** @param {readonly Row[]} rows @param {(row: Row) => string} write */
function cell(rows, write) {
  const parts = rows.map(write);
  return parts.every((part) => part === none) ? none : parts.join(' / ');
}

/** @param {Row} row @param {string} lane */
function verdict({ variants, beyond, met, slower }, lane) {
  const ratio = variants[lane]?.ratio.median ?? 0;
  const word = beyond !== null && ratio >= beyond ? 'beyond' : met ? 'yes' : 'no';
  return slower ? `${word}, slower than Node's lane` : word;
}

/** @param {Row} row @param {string} variant */
function cpuOf({ variants }, variant) {
  return variants[variant]?.cpu.toFixed(1) ?? none;
}

/** @param {Row} row @param {string} variant */
function ratioOf({ variants }, variant) {
  const ratio = variants[variant]?.ratio;
  if (ratio === undefined) return none;
  return `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`;
}

/** Its time, and how often the fast lane's it is. @param {Row} row @param {string} variant */
function besideLane({ variants }, variant) {
  const figures = variants[variant];
  return figures === undefined ? none : `${figures.cpu.toFixed(1)} (× ${figures.lane.median.toFixed(2)})`;
}

/** @param {Row} row @param {string} variant */
function rate({ variants }, variant) {
  return Math.round(variants[variant]?.rate ?? 0).toLocaleString('en');
}

/** @param {number | undefined} share */
function percent(share) {
  return share === undefined ? none : `${Math.round(share * 100)} %`;
}

/** @param {Row} row */
const isSingle = ({ pipelining }) => pipelining === 1;

/** @param {Row} row */
const isPipelined = ({ pipelining }) => pipelining > 1;
