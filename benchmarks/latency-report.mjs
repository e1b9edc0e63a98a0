/** @module Shows response times at constant rates: as text, and as a page of the documentation. */

import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { serverOf } from './servers.mjs';

/**
 * @typedef {import('./results.mjs').Latency} Latency
 * @typedef {import('./results.mjs').LatencyResult} LatencyResult
 */

/** A generator that uses more of its core delays requests itself. */
const MOST_BUSY = 0.8;

/** @param {number} rate */
const perSecond = (rate) => `${rate.toLocaleString('en')}/s`;

/** @param {Latency} latency */
export const textOf = (latency) => `${titleOf(latency)}\n\n${tableOf(latency)}`;

/** @param {Latency} latency */
function titleOf({ title, idle }) {
  const text = idle === undefined ? title : title.replace(/[\d,]+(?= idle)/, idle.toLocaleString('en'));
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** @param {Latency} latency */
function tableOf({ common, figures }) {
  const body = figures.map(({ server, capacity, loads }) => [
    serverOf(server).title,
    perSecond(capacity),
    ...[0, 1, 2].map((index) => cellOf(loads[index])),
    cellOf(loads.find(({ rate }) => rate === common)),
  ]);
  return markdownTable(['', 'capacity', '25 %', '50 %', '80 %', perSecond(common)], body);
}

/** @param {import('./results.mjs').Times | undefined} times */
function cellOf(times) {
  if (times === undefined) return '–';
  const { p50, p99, p99_9, longest, busy } = times;
  return `${[p50, p99, p99_9, longest].map(short).join(' / ')}${busy > MOST_BUSY ? '\\*' : ''}`;
}

/** @param {number} milliseconds */
const short = (milliseconds) => milliseconds.toFixed(milliseconds < 10 ? 1 : 0);

/** The page docs/throughput.md. @param {readonly LatencyResult[]} results The newest Node first. */
export function pageOf(results) {
  const { rounds, seconds, connections } = /** @type {LatencyResult} */ (results[0]);
  return `# Throughput and latency

How many requests per second a server can take, and how long responses take at a quarter, a half and four fifths of that. The last
column has the same rate for all servers: half of what \`node:http\` can take.

${results.map(sectionOf).join('\n\n')}

## How to read it

- Cells have p50 / p99 / p99.9 / longest, in milliseconds: medians of ${rounds} rounds of ${seconds} s, each with a new process.
- [oha](https://github.com/hatoo/oha) sends requests at a constant rate on ${connections} connections, whether or not earlier ones have their
  response, and measures from when a request was due (no coordinated omission). Its clock has steps of a millisecond: at 20,000
  requests per second, 20 are due at once, so p50 grows with the rate.
- A pause of the (virtual) machine can spoil a single cell: compare rows, not cells.
- The capacity is in requests per second of the server's CPU time. Servers run on one core, oha on another.
- In "waits 10 ms", fewer than one request in 100 waits, so that p99 is that of the others, and p99.9 that of the timers.
- Idle connections have had one response each.
- Requests have 4,096 different targets and bodies, in random order.
- \\* oha used more than ${MOST_BUSY * 100} % of its core, and may itself have delayed requests.
- [Performance](performance.md) compares servers that are fully busy.
`;
}

/** @param {LatencyResult} result */
function sectionOf({ node, date, command, machine, versions, latencies }) {
  const major = Number.parseInt(node, 10);
  const tables = latencies.map((latency) => `### ${titleOf(latency)}, Node ${major}\n\n${tableOf(latency)}`);
  const { processor, cores, platform } = machine;
  const packages = Object.entries(versions).filter(([name]) => name !== 'nextpress');
  const conditions = `Measured on ${date}: Node ${node}, ${processor}, ${cores} cores, ${platform}, ${packages.map(([name, version]) => `${name} ${version}`).join(', ')}: \`${command}\`.`;
  return `## Node ${major}\n\n${tables.join('\n\n')}\n\n${conditions}`;
}
