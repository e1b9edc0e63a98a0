import { readOrEnd } from '../command-line.mjs';
import { readSuites } from '../suites.mjs';
import { readOptions, usage } from './options.mjs';

/** The options of `npm run bench:compare`. @param {readonly string[]} args */
export async function compareOptionsOrEnd(args) {
  const suites = await readSuites();
  return readOrEnd(() => readOptions(args, suites), usage);
}
