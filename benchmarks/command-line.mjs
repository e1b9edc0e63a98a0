import { listOf } from './list.mjs';
import { readOptions, usage } from './options.mjs';
import { readSuites } from './suites.mjs';

/** The options of `npm run bench`. @param {readonly string[]} args */
export async function optionsOrEnd(args) {
  const suites = await readSuites();
  const options = readOrEnd(() => readOptions(args, suites), usage);
  if (!options.list) return options;
  console.log(listOf(suites));
  return process.exit(0);
}

/**
 * Reads options, or ends the process: with the usage when help was asked for, with what is wrong when something is.
 *
 * @template Options
 * @param {() => Options | undefined} read
 * @param {string} usage
 * @returns {Options}
 */
export function readOrEnd(read, usage) {
  try {
    const options = read();
    if (options !== undefined) return options;
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return process.exit(1);
  }
}
