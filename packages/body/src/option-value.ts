/** @module Cold: what an option may be. Each function throws at set-up, naming the option, what it is and what to write. */

/**
 * Refuses what isn't an object, and names that aren't options.
 *
 * @param of - the function that takes the options
 * @throws {TypeError}
 */
export function checkOptionNames(of: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `${of} takes an object of options, got ${options === null ? 'null' : typeof options}`,
    );
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`${of}: unknown option "${unknown}"; the options are ${known.join(', ')}`);
  }
}

/** @throws {TypeError} when the option is neither true nor false */
export function booleanOption(of: string, option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${of}: option "${option}" is ${String(value)}; write true or false`);
}

/** @throws {TypeError} when the option is neither left out nor a function */
export function functionOption<Function>(
  of: string,
  option: string,
  value: Function | undefined,
): Function | undefined {
  if (value === undefined || typeof value === 'function') return value;
  throw new TypeError(`${of}: option "${option}" is of type ${typeof value}; write a function`);
}

/**
 * A whole number from `least`, or `Infinity` for no limit.
 *
 * @throws {TypeError} when it is anything else
 */
export function countOption(of: string, option: string, value: unknown, least: number): number {
  if (value === Number.POSITIVE_INFINITY) return value;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least) return value;
  throw new TypeError(
    `${of}: option "${option}" is ${typeof value === 'string' ? JSON.stringify(value) : String(value)}; ` +
      `write a whole number from ${least}, or Infinity for no limit`,
  );
}
