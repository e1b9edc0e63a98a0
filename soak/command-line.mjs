import { readOptions, usage } from './options.mjs';

/**
 * Reads the options, or ends the process: with the usage when help was asked for, with what is wrong when something is.
 *
 * @param {string[]} args
 */
export function optionsOrEnd(args) {
  try {
    const options = readOptions(args);
    if (options !== undefined) return options;
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return process.exit(1);
  }
}
