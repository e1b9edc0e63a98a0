/** @module Shows throughput and latency: as text, and as a page of the documentation. */

import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { serverOf } from './servers.mjs';

/**
 * @typedef {import('./results.mjs').Load} Load
 * @typedef {import('./results.mjs').LoadResult} LoadResult
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

/** The page docs/throughput.md. @param {readonly LoadResult[]} results The newest Node first. */
export function pageOf(results) {
  const seconds = results[0]?.seconds;
  return `# Throughput and latency

[autocannon](https://github.com/mcollina/autocannon) with the settings of many published comparisons: 100 connections that
pipeline 10 requests, for ${seconds} seconds after 2 seconds of warm-up. Then the latency at half of the rate that the slowest
server reached, without pipelining.

${results.map(sectionOf).join('\n\n')}

## How to read it

- autocannon takes about as much time per request as a fast server, and has its own core, so the fastest servers wait for it. CPU
  time per request shows what a server costs. [Performance](performance.md) compares servers that are fully busy.
- Latency is measured from when a request was due, not from when it was sent (no coordinated omission). autocannon sends each
  second's requests at its start, as fast as the connections allow, so the values are for bursts.
- Each connection sends a different part of 4,096 requests with varying paths and headers.
`;
}

/** @param {LoadResult} result */
function sectionOf({ node, date, command, machine, versions, loads }) {
  const tables = loads.map((load) => {
    const title = load.title.replace(/^./, (first) => first.toUpperCase());
    return `### ${title}, Node ${Number.parseInt(node, 10)}\n\nLatency at ${load.rate.toLocaleString('en')} requests per second.\n\n${tableOf(load)}`;
  });
  const { processor, cores, platform } = machine;
  const packages = Object.entries(versions).filter(([name]) => name !== 'nextpress');
  const conditions = `Measured on ${date}: Node ${node}, ${processor}, ${cores} cores, ${platform}, ${packages.map(([name, version]) => `${name} ${version}`).join(', ')}: \`${command}\`.`;
  return `## Node ${Number.parseInt(node, 10)}\n\n${tables.join('\n\n')}\n\n${conditions}`;
}
