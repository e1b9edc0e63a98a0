/**
 * Reads options, or exits: with the usage for `--help`, with the error otherwise. The usage would push a short error
 * off the screen.
 *
 * @template Options
 * @param {(args: string[]) => Options | undefined} read Returns undefined for `--help` and throws for invalid options.
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
