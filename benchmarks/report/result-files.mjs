import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSuites } from '../suites.mjs';
import { summarizeAblation } from './summarize-ablation.mjs';
import { summarizeRun } from './summarize-run.mjs';

/**
 * @typedef {import('../result.mjs').Result} Result
 *
 * @typedef {object} Run A result file, summed up.
 * @property {string} id Unique, fit for an attribute, such as `node-20`.
 * @property {string} node
 * @property {Result} result
 * @property {import('./summarize-run.mjs').ScenarioSummary[]} scenarios
 * @property {ReadonlyMap<string, string>} suiteTitles By name; of the suites that are still there.
 * @property {import('./summarize-ablation.mjs').AblationRow[]} ablation
 */

/** Where `npm run bench:full` leaves its results. */
const resultsFolder = new URL('../results/', import.meta.url);

/** Where the page goes. */
export const pageFile = new URL('report.html', resultsFolder);

/** The result files of a folder, the newest Node first. @param {URL} [folder] @returns {URL[]} */
export function findResults(folder = resultsFolder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .reverse()
    .map((name) => new URL(name, folder));
}

/** @param {readonly URL[]} files @returns {Promise<Run[]>} @throws Error that names the file that is no result */
export async function readRuns(files) {
  const suiteTitles = new Map((await readSuites()).map(({ name, title }) => [name, title]));
  const runs = files.map((file) => {
    const result = readResult(file);
    const id = `node-${result.node.split('.')[0]}`;
    return {
      id,
      node: result.node,
      result,
      scenarios: summarizeRun(result),
      suiteTitles,
      ablation: summarizeAblation(result.ablation ?? []),
    };
  });
  const twice = runs.find(({ id }, index) => runs.findIndex((run) => run.id === id) !== index);
  if (twice !== undefined) throw new Error(`two of the results are of ${twice.id}: leave one out`);
  return runs;
}

/** @param {URL} file @returns {Result} */
function readResult(file) {
  const name = file.pathname.split('/').at(-1);
  if (!existsSync(file)) throw new Error(`there is no ${fileURLToPath(file)}`);
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${name} is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!isResult(value)) {
    throw new Error(
      `${name} is no result of \`npm run bench:full\`: it has no node, machine, servers and scenarios`,
    );
  }
  return value;
}

/** @param {unknown} value @returns {value is Result} */
function isResult(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    'node' in value &&
    typeof value.node === 'string' &&
    'machine' in value &&
    'servers' in value &&
    Array.isArray(value.servers) &&
    'scenarios' in value &&
    Array.isArray(value.scenarios)
  );
}
