import { plural } from '../terminal.mjs';

// In a variable, so that the scripts are type-checked without the benchmarks.
const documentsModule = '../../benchmarks/documents.mjs';

/** The performance tables in the documents show the committed results. @type {import('./finding.mjs').Check} */
export async function checkPerformance() {
  /** @type {{ documents: () => { path: string, current: string, text: string }[] }} */
  const { documents } = await import(documentsModule);
  const found = documents();
  const problems = found
    .filter(({ current, text }) => current !== text)
    .map(({ path }) => ({
      where: path,
      problem: 'shows other numbers than the results in benchmarks/results',
      remedy: 'run `npm run bench -- --write` and commit what it writes',
    }));
  return { facts: plural(found.length, 'document'), problems };
}
