/** @module The performance table: what it has, how it is written, and which documents show it. */

import { readFileSync, writeFileSync } from 'node:fs';
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
const START = '<!-- performance table -->';
const END = '<!-- end of performance table -->';

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
    'The table does not show what your application does: the handlers do almost nothing, and no network lies between client and server.',
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

/** @param {string} name @param {Result} result */
function titleOf(name, { node, versions }) {
  const server = serverOf(name);
  if (server.package === undefined) return `${server.title} ${node.split('.', 1)[0]}`;
  // The version of an unreleased Nextpress says nothing; the commit does.
  if (server.package === 'nextpress') return server.title;
  const [title = '', ...rest] = server.title.split(',');
  return [`${title} ${versions[server.package]}`, ...rest].join(',');
}

/** @param {Result} result */
function conditionsOf({ node, date, commit, command, machine, load, rows }) {
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

/**
 * The documents with the table as it must be: the README and the home page of the documentation have the newest Node's,
 * docs/performance.md all of them.
 *
 * @param {readonly Result[]} results The newest Node first.
 * @returns {{ path: string, current: string, text: string }[]}
 */
export function documentsOf(results) {
  const [newest] = results;
  if (newest === undefined) return [];
  const all = results.map((result) => `### Node ${result.node.split('.', 1)[0]}\n\n${tableOf(result)}`);
  return [
    documentOf('README.md', tableOf(newest)),
    documentOf('docs/index.md', tableOf(newest)),
    documentOf('docs/performance.md', all.join('\n\n')),
  ];
}

/** @param {string} path @param {string} content */
function documentOf(path, content) {
  const current = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  return { path, current, text: replaceMarked(current, content) };
}

/** @param {string} text @param {string} content */
export function replaceMarked(text, content) {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start === -1 || end < start) throw new Error(`Missing markers: expected ${START} and ${END}`);
  return `${text.slice(0, start)}${START}\n\n${content}\n\n${text.slice(end)}`;
}

/** @param {readonly Result[]} results @returns {string[]} the paths that changed */
export function writeDocuments(results) {
  const changed = documentsOf(results).filter(({ current, text }) => current !== text);
  for (const { path, text } of changed) writeFileSync(new URL(`../${path}`, import.meta.url), text);
  return changed.map(({ path }) => path);
}
