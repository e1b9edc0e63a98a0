import { parseArgs } from 'node:util';

export const usage = `npm run test:register -- [options]

Runs tests of other projects with and without \`node --import @nextpress/fast-lane/register\`, and compares the results:
Node's own tests of http and https, and the suites of Koa, Express, ws, send and compression.

  --suites DIR  a folder with checkouts named koa, express, ws, send, compression; without it, those that Debian's
                source packages have are run, and the others skipped
  --fast        every eighth test of Node, and the suites that take seconds`;

/** @param {string[]} args @returns {{ suites: string | undefined, isFast: boolean } | undefined} Undefined for --help. */
export function readOptions(args) {
  const {
    suites,
    fast = false,
    help,
  } = parseArgs({
    args,
    options: { suites: { type: 'string' }, fast: { type: 'boolean' }, help: { type: 'boolean' } },
  }).values;
  return help ? undefined : { suites, isFast: fast };
}
