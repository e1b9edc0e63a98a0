import { inspect, isDeepStrictEqual } from 'node:util';
import { tryRequest } from './requests.mjs';

/**
 * Checks the results that a documented program promises. Failures are printed at exit, because an error thrown
 * inside a handler would only become a response.
 *
 * @param {readonly number[]} lines The line of each promised result.
 */
export function assertions(lines) {
  const open = new Set(lines.keys());
  /** @type {string[]} */
  const failures = [];

  process.on('exit', () => {
    for (const number of open) failures.push(`line ${lines[number]}: was never reached`);
    if (failures.length === 0) return;
    console.error(failures.join('\n'));
    process.exitCode = 1;
  });

  /** @param {number} number @param {string} problem */
  const fail = (number, problem) => failures.push(`line ${lines[number]}: ${problem}`);

  return {
    /** @param {number} number @param {unknown} actual @param {unknown} expected */
    equals(number, actual, expected) {
      open.delete(number);
      if (!matches(actual, expected)) fail(number, `expected ${inspect(expected)}, got ${inspect(actual)}`);
      return actual;
    },
    /**
     * @param {number} number
     * @param {Parameters<typeof tryRequest>[0]} app
     * @param {import('./requests.mjs').DocumentedRequest} request
     */
    async responds(number, app, request) {
      open.delete(number);
      const problem = await tryRequest(app, request);
      if (problem !== undefined) fail(number, problem);
    },
    /** @param {number} number */
    didNotThrow(number) {
      open.delete(number);
      fail(number, 'expected an error, but none was thrown');
    },
    /** @param {number} number @param {unknown} error @param {string} expected `Name`, or `Name: part of the message`. */
    threw(number, error, expected) {
      open.delete(number);
      const { name, message } = /** @type {Error} */ (error);
      const [, wantedName = '', wantedMessage = ''] = /^(\w*):?\s*(.*)$/.exec(expected) ?? [];
      const isExpected = (wantedName === '' || name === wantedName) && message.includes(wantedMessage);
      if (!isExpected) fail(number, `expected the error ${expected}, got ${name}: ${message}`);
    },
  };
}

/** Deep equality that ignores the prototypes of plain objects. @param {unknown} actual @param {unknown} expected @returns {boolean} */
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
