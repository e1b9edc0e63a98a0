import { inspect, isDeepStrictEqual } from 'node:util';

/**
 * Holds a documented program to its word. What doesn't come true is printed when the process ends and
 * fails it: an error thrown inside a handler would only become that handler's answer.
 *
 * @param {readonly number[]} lines Of the promises, in the program.
 */
export function witness(lines) {
  const open = new Set(lines.keys());
  /** @type {string[]} */
  const broken = [];

  process.on('exit', () => {
    for (const number of open) broken.push(`line ${lines[number]}: was never reached`);
    if (broken.length === 0) return;
    console.error(broken.join('\n'));
    process.exitCode = 1;
  });

  /** @param {number} number @param {string} problem */
  const fail = (number, problem) => broken.push(`line ${lines[number]}: ${problem}`);

  return {
    /** @param {number} number @param {unknown} actual @param {unknown} expected */
    equals(number, actual, expected) {
      open.delete(number);
      if (!matches(actual, expected)) fail(number, `documented ${inspect(expected)}, got ${inspect(actual)}`);
      return actual;
    },
    /** @param {number} number */
    silent(number) {
      open.delete(number);
      fail(number, 'documented to throw, and did not');
    },
    /** @param {number} number @param {unknown} error @param {string} expected `Name`, or `Name: part of the message`. */
    threw(number, error, expected) {
      open.delete(number);
      const { name, message } = /** @type {Error} */ (error);
      const [, wantedName = '', wantedMessage = ''] = /^(\w*):?\s*(.*)$/.exec(expected) ?? [];
      const same = (wantedName === '' || name === wantedName) && message.includes(wantedMessage);
      if (!same) fail(number, `documented to throw ${expected}, threw ${name}: ${message}`);
    },
  };
}

/** Equal as the reader sees it: the prototypes of plain objects are not part of it. @param {unknown} actual @param {unknown} expected @returns {boolean} */
function matches(actual, expected) {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => matches(actual[index], item))
    );
  }
  if (!isPlain(expected)) return isDeepStrictEqual(actual, expected);
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
  const keys = Object.keys(expected);
  const record = /** @type {Record<string, unknown>} */ (actual);
  return (
    keys.length === Object.keys(actual).length &&
    keys.every((key) => key in record && matches(record[key], expected[key]))
  );
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isPlain(value) {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
