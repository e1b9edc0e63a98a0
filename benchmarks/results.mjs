/** @module The committed results: `results/node-<major>.json` of the performance table, `results/latency-<major>.json` of `bench:latency`. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {import('@nextpress-internal/bench-kit/statistics').Spread} Spread
 *
 * @typedef {object} Figures Missing where a row doesn't measure it. Quartiles over the rounds.
 * @property {Spread} [cpu] The server's CPU time per request, in microseconds.
 * @property {Spread} [rate] Requests per second.
 * @property {number} [busy] The share of its core that the server used.
 * @property {Spread} [ms] From the start of the process to the first response.
 * @property {Spread} [mb] Peak resident memory.
 *
 * @typedef {Record<string, Figures>} Row By server.
 *
 * @typedef {object} Result
 * @property {string} node
 * @property {string} date
 * @property {string} commit
 * @property {string} command
 * @property {import('@nextpress-internal/bench-kit/machine').Machine} machine
 * @property {{ rounds: number, seconds: number, heads: number, connections: number, starts: number }} load
 * @property {Record<string, string>} versions By package.
 * @property {Record<string, Row>} rows
 *
 * @typedef {object} Times In milliseconds, from when a request was due: medians of the rounds.
 * @property {number} p50
 * @property {number} p99
 * @property {number} p99_9
 * @property {number} longest
 * @property {number} busy The share of its core that the load generator used.
 *
 * @typedef {object} Latency
 * @property {string} scenario
 * @property {string} title
 * @property {number} common The rate that all servers were measured at, in requests per second.
 * @property {number} [idle] Idle connections.
 * @property {{ server: string, capacity: number, loads: ({ rate: number } & Times)[] }[]} figures Rates in requests per second.
 *
 * @typedef {object} LatencyResult
 * @property {string} node
 * @property {string} date
 * @property {string} command
 * @property {import('@nextpress-internal/bench-kit/machine').Machine} machine
 * @property {number} rounds
 * @property {number} seconds
 * @property {number} connections
 * @property {Record<string, string>} versions By package.
 * @property {Latency[]} latencies
 */

const folder = new URL('results/', import.meta.url);

/** The performance tables, the newest Node first. @returns {Result[]} */
export const readResults = () => read('node');

/** Response times, the newest Node first. @returns {LatencyResult[]} */
export const readLatencies = () => read('latency');

/** @param {'node' | 'latency'} kind */
function read(kind) {
  if (!existsSync(folder)) return [];
  const pattern = new RegExp(`^${kind}-\\d+\\.json$`);
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
    .sort((a, b) => Number.parseInt(b.node, 10) - Number.parseInt(a.node, 10));
}

/** @param {Result} result */
export const writeResult = (result) => write('node', result.node, textOf(result));

/** @param {LatencyResult} result */
export const writeLatency = (result) => write('latency', result.node, `${JSON.stringify(result, null, 2)}\n`);

/** @param {'node' | 'latency'} kind @param {string} node @param {string} text */
function write(kind, node, text) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${kind}-${Number.parseInt(node, 10)}.json`, folder), text);
}

/** Writes a result as JSON with a line for each server of a row. @param {Result} result */
export function textOf({ rows, ...facts }) {
  const written = Object.entries(rows).map(([row, servers]) => {
    const lines = Object.entries(servers).map(
      ([server, figures]) => `      ${JSON.stringify(server)}: ${JSON.stringify(figures)}`,
    );
    return `    ${JSON.stringify(row)}: {\n${lines.join(',\n')}\n    }`;
  });
  const head = JSON.stringify(facts, null, 2).slice(0, -2);
  return `${head},\n  "rows": {\n${written.join(',\n')}\n  }\n}\n`;
}
