import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { pageFile } from './result-files.mjs';

export const usage = `npm run bench:report -- [files…] [options]

From the results in benchmarks/results: the page benchmarks/results/report.html, and the numbers in README.md,
docs/performance.md and benchmarks/README.md.

  files…         results to make a page of instead; the documents stay as they are
  --out <file>   where the page goes (benchmarks/results/report.html)
`;

/**
 * @param {string[]} args
 * @param {string} [from] The folder that relative paths start from.
 * @returns {{ files: URL[], page: URL } | undefined} nothing when help was asked for
 * @throws Error that says which option is wrong
 */
export function readReportOptions(args, from = process.cwd()) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return undefined;
  return {
    files: positionals.map((path) => pathToFileURL(resolve(from, path))),
    page: values.out === undefined ? pageFile : pathToFileURL(resolve(from, values.out)),
  };
}
