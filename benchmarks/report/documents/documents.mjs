import { readFileSync } from 'node:fs';
import { benchmarksResult } from './benchmarks-result.mjs';
import { replaceMarked } from './marked-text.mjs';
import { performanceTables } from './performance-tables.mjs';
import { readmeTable } from './readme-table.mjs';

/** @typedef {import('../result-files.mjs').Run} Run */

const root = new URL('../../../', import.meta.url);

/** The documents that hold numbers, and who writes their part. @type {[path: string, write: (runs: readonly Run[]) => string][]} */
const writers = [
  ['README.md', readmeTable],
  ['docs/performance.md', performanceTables],
  ['benchmarks/README.md', benchmarksResult],
];

/**
 * What every document that holds numbers has to say about these runs.
 *
 * @param {readonly Run[]} runs
 * @returns {{ path: string, file: URL, current: string, text: string }[]} with the path from the repository's root
 */
export function documentsOf(runs) {
  return writers.map(([path, write]) => {
    const file = new URL(path, root);
    const current = readFileSync(file, 'utf8');
    return { path, file, current, text: replaceMarked(current, write(runs), path) };
  });
}
