/** @module The benchmark of one package, `bench/index.mjs` in its folder: the same work by the package and by others, in one table. */

import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { checkFunctions, measureFunctions } from './functions.mjs';
import { describeMachine, warnIfBusy } from './machine.mjs';
import { jsonOf, textOf, writeReadme } from './report.mjs';
import { checkServers, measureServers, serveVariant } from './servers.mjs';

const DEFAULT_ROUNDS = 5;

/**
 * @typedef {object} Benchmark
 * @property {string} measures What one time is of, as in "time for a lookup in 200 routes".
 * @property {Readonly<Record<string, import('./functions.mjs').FunctionCase<any, any>>>} [functions] By name, the rows of the table.
 * @property {string} notes What a reader of the table has to know: Markdown, in the README below the table.
 * @property {Readonly<Record<string, import('./servers.mjs').ServerCase>>} [servers] Their time is CPU time of the server per request.
 *
 * @typedef {import('./servers.mjs').Request} Request
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {ReadonlyMap<string, readonly number[]>} times Nanoseconds per round, by variant. The first variant is the package.
 * @property {boolean} [isMemory] Whether the values are megabytes instead.
 */

/**
 * Checks that all variants have the same results, measures them in turns and prints the table. Options of the command line: `--check` measures
 * nothing, `--json`, `--rounds <n>`, `--write-readme`.
 *
 * @param {string} folder `import.meta.dirname` of the program
 * @param {Benchmark} benchmark
 */
export async function bench(folder, { measures, notes, functions = {}, servers = {} }) {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      'write-readme': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
      serve: { type: 'string' },
      variant: { type: 'string', default: '' },
    },
  });
  if (values.serve !== undefined) {
    await serveVariant(servers[values.serve], values.variant);
    return;
  }
  if (values.check) {
    await checkFunctions(functions);
    await checkServers(servers);
    console.log('All variants have the same results.');
    return;
  }
  const machine = describeMachine();
  warnIfBusy();
  const rounds = Number(values.rounds);
  const rows = [...(await measureFunctions(functions, rounds)), ...(await measureServers(servers, rounds))];
  const report = { folder: dirname(folder), measures, machine, rounds, rows, notes };
  console.log(values.json ? JSON.stringify(jsonOf(report), null, 2) : textOf(report));
  if (values['write-readme']) writeReadme(report);
}
