import { plural } from '../terminal.mjs';

// In variables, so that the scripts are type-checked without the benchmarks.
const results = '../../benchmarks/results.mjs';
const table = '../../benchmarks/table.mjs';

/** The performance tables in the documents show the committed results. @type {import('./finding.mjs').Check} */
export async function checkPerformance() {
  const { readResults } = await import(results);
  const { documentsOf } = await import(table);
  const found = readResults();
  if (found.length === 0) return { facts: 'no results are committed', problems: [] };
  /** @type {{ path: string, current: string, text: string }[]} */
  const documents = documentsOf(found);
  const problems = documents
    .filter(({ current, text }) => current !== text)
    .map(({ path }) => ({
      where: path,
      problem: 'shows another table than the results in benchmarks/results',
      remedy: 'run `npm run bench -- --write` and commit what it writes',
    }));
  return { facts: `${plural(found.length, 'result')}, ${plural(documents.length, 'document')}`, problems };
}
