import { optionsOrEnd as readOrEnd } from '../scripts/command-line.mjs';
import { listOf } from './list.mjs';
import { readOptions, usage } from './options.mjs';
import { readSuites } from './suites.mjs';

/** The options of `npm run bench`. @param {string[]} args */
export async function optionsOrEnd(args) {
  const suites = await readSuites();
  const options = readOrEnd(() => readOptions(args, suites), usage, args);
  if (!options.list) return options;
  console.log(listOf(suites));
  return process.exit(0);
}
