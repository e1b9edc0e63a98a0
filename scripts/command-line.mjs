/**
 * Reads options, or ends the process: with the usage when help was asked for, with one line when something is wrong, which
 * the usage would push out of sight.
 *
 * @template Options
 * @param {(args: string[]) => Options | undefined} read - gives nothing when help was asked for, and throws what is wrong
 * @param {string} usage
 * @param {string[]} args
 * @returns {Options}
 */
export function optionsOrEnd(read, usage, args) {
  try {
    const options = read(args);
    if (options !== undefined) return options;
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    const command = usage.slice(0, usage.indexOf(' -- '));
    console.error(
      `${error instanceof Error ? error.message : error}\n\n${command} -- --help lists the options`,
    );
    return process.exit(1);
  }
}
