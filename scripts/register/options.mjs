import { parseArgs } from 'node:util';

export const usage = `npm run test:register -- [options]

Runs tests of other projects with and without \`node --import @nextpress/fast-lane/register\`, and compares the results:
Node's own tests of http and https, and the suites of Koa, Express, ws, send and compression.

  --suites DIR  a folder with checkouts named koa, express, ws, send, compression; without it, those that Debian's
                source packages have are run, and the others skipped
  --only WHAT   node or suites
  --fast        every eighth test of Node, and the suites that take seconds
  --jobs N      tests of Node at once (2)`;

/**
 * @typedef {object} Options
 * @property {string | undefined} suites
 * @property {'node' | 'suites' | undefined} only
 * @property {boolean} isFast
 * @property {number} jobs
 */

/** @param {string[]} args @returns {Options | undefined} Undefined for --help. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      suites: { type: 'string' },
      only: { type: 'string' },
      fast: { type: 'boolean', default: false },
      jobs: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1) {
    throw new Error(`Invalid option "--jobs": expected a number of at least 1, got ${values.jobs}`);
  }
  const { only, suites, fast } = values;
  if (only !== undefined && only !== 'node' && only !== 'suites') {
    throw new Error(`Invalid option "--only": expected node or suites, got ${only}`);
  }
  return { suites, only, isFast: fast, jobs };
}
