/** @module The performance table: what it has and how it is written. */

import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { serverOf } from './servers.mjs';

/**
 * @typedef {import('./results.mjs').Result} Result
 * @typedef {import('./results.mjs').Figures} Figures
 *
 * @typedef {object} TableRow
 * @property {string} name In the results.
 * @property {string} title
 * @property {string} scenario
 * @property {'load' | 'start' | 'memory'} measures
 */

export const TABLE_SERVERS = ['node-http', 'fastify', 'fastify-schema', 'hono', 'express', 'nextpress'];

/** @type {readonly TableRow[]} */
export const TABLE_ROWS = [
  { name: 'hello', title: 'hello JSON', scenario: 'hello', measures: 'load' },
  { name: 'params', title: 'parameter and query', scenario: 'params', measures: 'load' },
  { name: 'echo', title: 'POST 1 kB of JSON', scenario: 'echo', measures: 'load' },
  { name: 'middlewares', title: 'five middlewares', scenario: 'middlewares', measures: 'load' },
  { name: 'file', title: 'file of 1 kB', scenario: 'file', measures: 'load' },
  { name: 'routes-200', title: '200 routes', scenario: 'routes-200', measures: 'load' },
  { name: 'start', title: 'first response after start', scenario: 'hello', measures: 'start' },
  { name: 'memory', title: 'peak memory in "POST 1 kB"', scenario: 'echo', measures: 'memory' },
];

/** Below this share of its core a server waited for the load generator. */
const FULLY_BUSY = 0.9;

/** @param {Result} result */
export function tableOf(result) {
  const rows = TABLE_ROWS.filter(({ name }) => result.rows[name] !== undefined);
  const body = rows.map(({ name, title }) => [
    title,
    ...TABLE_SERVERS.map((server) => cellOf(result.rows[name]?.[server])),
  ]);
  const head = ['', ...TABLE_SERVERS.map((server) => titleOf(server, result))];
  const table = markdownTable(head, body);
  const isLimited = table.includes('\\*');
  return [
    table,
    'Server CPU time per request / requests per second, unless another unit is given.',
    conditionsOf(result),
    ...(isLimited ? ['\\* The server waited for the load generator: compare CPU times.'] : []),
    'The table does not show what your application does: the handlers do almost nothing, and there is no network between client and server.',
  ].join('\n\n');
}

/** @param {Figures | undefined} figures */
function cellOf({ cpu, rate, busy = 1, ms, mb } = {}) {
  if (ms !== undefined) return `${ms[1].toFixed(0)} ms`;
  if (mb !== undefined) return `${mb[1].toFixed(0)} MB`;
  if (cpu === undefined || rate === undefined) return '–';
  const rounded = Math.round(rate[1] / 100) * 100;
  return `${cpu[1].toFixed(1)} µs / ${rounded.toLocaleString('en')}${busy < FULLY_BUSY ? '\\*' : ''}`;
}

/** The name of a server with its version. @param {string} name @param {Result} result */
export function titleOf(name, { node, versions }) {
  const server = serverOf(name);
  if (server.package === undefined) return `${server.title} ${node.split('.', 1)[0]}`;
  // The version of an unreleased Nextpress says nothing; the commit does.
  if (server.package === 'nextpress') return server.title;
  const [title = '', ...rest] = server.title.split(',');
  return [`${title} ${versions[server.package]}`, ...rest].join(',');
}

/** How and where it was measured, in Markdown. @param {Result} result */
export function conditionsOf({ node, date, commit, command, machine, load, rows }) {
  const spreads = Object.values(rows)
    .flatMap((row) => Object.values(row))
    .flatMap(({ cpu }) => (cpu === undefined ? [] : [(cpu[2] - cpu[0]) / 2 / cpu[1]]))
    .sort((a, b) => a - b);
  /** @param {number | undefined} spread */
  const percent = (spread = 0) => `${Math.ceil(spread * 100)} %`;
  return [
    `Medians of ${load.rounds} rounds of ${load.seconds} s; half of the rounds lie within`,
    `± ${percent(spreads[spreads.length >> 1])} of the CPU times (± ${percent(spreads.at(-1))} in the noisiest cell).`,
    `${load.heads.toLocaleString('en')} different request heads in random order, ${load.connections} connections.`,
    `${machine.processor}, ${machine.cores} cores, ${machine.platform}${machine.pinned ? ', server and load generator on separate cores' : ''},`,
    `Node ${node}, ${date.slice(0, 10)}, commit ${commit}: \`${command}\`.`,
  ].join(' ');
}
