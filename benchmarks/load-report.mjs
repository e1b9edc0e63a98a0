/** @module Shows throughput and latency: as text, and as a page of the documentation. */

import { writeFileSync } from 'node:fs';
import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { serverOf } from './servers.mjs';

/**
 * @typedef {object} Figures
 * @property {string} server
 * @property {number} rate Requests per second.
 * @property {number} cpu Of the server per request, in microseconds.
 * @property {number} [p50] In milliseconds at the rate of the load.
 * @property {number} [p99]
 * @property {number} [p99_9]
 *
 * @typedef {object} Load
 * @property {string} scenario
 * @property {string} title
 * @property {number} rate Of the requests whose latency was measured, per second.
 * @property {Figures[]} figures The fastest server first.
 *
 * @typedef {object} Report
 * @property {string} node
 * @property {string} date
 * @property {string} command
 * @property {import('@nextpress-internal/bench-kit/machine').Machine} machine
 * @property {number} seconds
 * @property {Record<string, string>} versions
 * @property {Load[]} loads
 */

/** @param {Load} load */
export function textOf(load) {
  const { scenario, title, rate } = load;
  return `${scenario}: ${title}; latency at ${rate.toLocaleString('en')} requests/s\n\n${tableOf(load)}`;
}

/** @param {Load} load */
function tableOf({ figures }) {
  const body = figures.map(({ server, rate, cpu, p50 = 0, p99 = 0, p99_9 = 0 }) => [
    serverOf(server).title,
    Math.round(rate).toLocaleString('en'),
    `${cpu.toFixed(1)} µs`,
    `${p50} ms`,
    `${p99} ms`,
    `${p99_9} ms`,
  ]);
  return markdownTable(['', 'requests/s', 'CPU per request', 'p50', 'p99', 'p99.9'], body);
}

const PAGE = new URL('../docs/throughput.md', import.meta.url);

/** @param {Report} report */
export function writePage({ node, date, command, machine, seconds, versions, loads }) {
  const sections = loads.map((load) => {
    const title = load.title.replace(/^./, (first) => first.toUpperCase());
    const latency = `Latency at ${load.rate.toLocaleString('en')} requests per second.`;
    return `## ${title}\n\n${latency}\n\n${tableOf(load)}`;
  });
  const { processor, cores, platform } = machine;
  const packages = Object.entries(versions).filter(([name]) => name !== 'nextpress');
  writeFileSync(
    PAGE,
    `# Throughput and latency

[autocannon](https://github.com/mcollina/autocannon) with the settings of many published comparisons: 100 connections that
pipeline 10 requests, for ${seconds} seconds after 2 seconds of warm-up. Then the latency at half of the rate that the slowest
server reached, without pipelining.

${sections.join('\n\n')}

## How to read it

- autocannon needs about as much time for a request as a fast server, and has a core of its own: the fastest servers wait for
  it. The CPU time per request says what a server costs. [Performance](performance.md) compares servers that are fully busy.
- Latency counts from the time at which a request was due, not from the time at which it was sent (no coordinated omission).
  autocannon sends the requests of each second at its start, as fast as the connections allow: the values are those of bursts.
- Each connection sends another part of 4,096 requests with different paths and headers.

Measured on ${date}: Node ${node}, ${processor}, ${cores} cores, ${platform}, ${packages.map(([name, version]) => `${name} ${version}`).join(', ')}.

\`\`\`sh
${command} --write
\`\`\`
`,
  );
}
