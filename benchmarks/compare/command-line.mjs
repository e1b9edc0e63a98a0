import { optionsOrEnd } from '../../scripts/command-line.mjs';
import { readSuites } from '../suites.mjs';
import { readOptions, usage } from './options.mjs';

/** The options of `npm run bench:compare`. @param {string[]} args */
export async function compareOptionsOrEnd(args) {
  const suites = await readSuites();
  return optionsOrEnd(() => readOptions(args, suites), usage, args);
}
