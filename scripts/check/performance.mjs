import { readFileSync } from 'node:fs';
import { plural } from '../terminal.mjs';

// Paths in variables: the scripts are type-checked without the benchmarks.
const results = '../../benchmarks/report/result-files.mjs';
const documents = '../../benchmarks/report/documents/documents.mjs';
const page = '../../benchmarks/report/page/document.mjs';

const remedy = 'run `npm run bench:report` and commit what it writes';

/** The page and the numbers in the documents are those of the committed results. @type {import('./finding.mjs').Check} */
export async function checkPerformance() {
  const { findResults, pageFile, readRuns } = await import(results);
  const files = findResults();
  if (files.length === 0)
    return { facts: 'no results are committed yet, so there is nothing to match', faults: [] };
  const { documentsOf } = await import(documents);
  const { pageDocument } = await import(page);
  const runs = await readRuns(files);
  /** @type {{ path: string, current: string, text: string }[]} */
  const written = [
    ...documentsOf(runs),
    { path: 'benchmarks/results/report.html', current: textOf(pageFile), text: await pageDocument(runs) },
  ];
  const faults = written
    .filter(({ current, text }) => current !== text)
    .map(({ path }) => ({
      where: path,
      problem: 'is not what the results in benchmarks/results say',
      remedy,
    }));
  return { facts: `${plural(files.length, 'result')}, ${plural(written.length, 'document')}`, faults };
}

/** @param {URL} file */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
