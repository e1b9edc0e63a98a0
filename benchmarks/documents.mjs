/** @module The documents that show the committed results. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { barChart } from './charts.mjs';
import { pageOf } from './latency-report.mjs';
import { barsOf } from './report.mjs';
import { readLatencies, readResults } from './results.mjs';
import { tableOf } from './table.mjs';

/** @typedef {{ path: string, current: string, text: string }} Document As it is, and as it must be. */

/**
 * The README and the home page of the documentation have the newest Node's table, docs/performance.md all of them. The home page also has
 * the first row as a chart.
 *
 * @returns {Document[]}
 */
export function documents() {
  return [...tableDocuments(), ...latencyDocuments()];
}

function tableDocuments() {
  const results = readResults();
  const [newest] = results;
  if (newest === undefined) return [];
  const all = results.map((result) => `### Node ${result.node.split('.', 1)[0]}\n\n${tableOf(result)}`);
  return [
    withTable('README.md', tableOf(newest)),
    withTable('docs/index.md', tableOf(newest)),
    withTable('docs/performance.md', all.join('\n\n')),
    whole('docs/hello-json.svg', `${barChart(barsOf(newest, 'hello'))}\n`),
  ];
}

function latencyDocuments() {
  const results = readLatencies();
  return results.length === 0 ? [] : [whole('docs/throughput.md', pageOf(results))];
}

/** @param {string} path @param {string} text */
function whole(path, text) {
  return { path, current: existsSync(urlOf(path)) ? read(path) : '', text };
}

/** @param {string} path @param {string} content */
function withTable(path, content) {
  const current = read(path);
  return { path, current, text: replaceMarked(current, content) };
}

/** @param {string} text @param {string} content @param {string} [kind] */
export function replaceMarked(text, content, kind = 'performance') {
  const startMarker = `<!-- ${kind} table -->`;
  const endMarker = `<!-- end of ${kind} table -->`;
  const start = text.indexOf(startMarker);
  const end = text.indexOf(endMarker);
  if (start === -1 || end < start)
    throw new Error(`Missing markers: expected ${startMarker} and ${endMarker}`);
  return `${text.slice(0, start)}${startMarker}\n\n${content}\n\n${text.slice(end)}`;
}

/** Writes the documents that have changed. @returns {string[]} their paths */
export function writeDocuments() {
  const changed = documents().filter(({ current, text }) => current !== text);
  for (const { path, text } of changed) writeFileSync(urlOf(path), text);
  return changed.map(({ path }) => path);
}

/** @param {string} path */
const urlOf = (path) => new URL(`../${path}`, import.meta.url);

/** @param {string} path */
const read = (path) => readFileSync(urlOf(path), 'utf8');
