/** @module The results of the performance table: `results/node-<major>.json`, a line per row. */

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
 */

const folder = new URL('results/', import.meta.url);

/** Reads the committed results, the newest Node first. @returns {Result[]} */
export function readResults() {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^node-\d+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
    .sort((a, b) => Number.parseInt(b.node, 10) - Number.parseInt(a.node, 10));
}

/** @param {Result} result */
export function writeResult(result) {
  mkdirSync(folder, { recursive: true });
  const major = Number.parseInt(result.node, 10);
  writeFileSync(new URL(`node-${major}.json`, folder), textOf(result));
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
