// The report: a page from the results, and the numbers in the documents.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documentsOf } from './documents/documents.mjs';
import { readReportOptions, usage } from './options.mjs';
import { pageDocument } from './page/document.mjs';
import { findResults, readRuns } from './result-files.mjs';

try {
  const options = readReportOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(usage);
  else await report(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {{ files: URL[], page: URL }} options */
async function report({ files, page }) {
  const runs = await readRuns(files.length > 0 ? files : findResults());
  if (runs.length === 0) {
    throw new Error(
      'There is no result in benchmarks/results: `npm run bench:full` makes one, or name a file.',
    );
  }
  mkdirSync(new URL('.', page), { recursive: true });
  writeFileSync(page, await pageDocument(runs));
  console.log(`  ✓ ${fileURLToPath(page)}`);
  if (files.length > 0) return;
  for (const { path, file, current, text } of documentsOf(runs)) {
    if (text !== current) writeFileSync(file, text);
    console.log(`  ${text === current ? '·' : '✓'} ${path}`);
  }
}
