import { parseArgs } from 'node:util';
import { faults } from './faults.mjs';

const names = faults.map(({ name }) => name);

export const usage = `npm run chaos -- [options]

  --seconds <n>        total time in seconds, approximately (60)
  --fault <name>       only this one; may be repeated
  --seed <n>           of the requests (one of the clock's, printed)
  --fast-lane <on|off> whether the application uses the fast lane (on)
  --node <major>       under that Node of the matrix

Faults:
${faults.map(({ name, about }) => `  ${name.padEnd(20)} ${about}`).join('\n')}
`;

/**
 * @typedef {object} Options
 * @property {number} seconds
 * @property {readonly import('./faults/fault.mjs').Fault[]} faults
 * @property {number} seed
 * @property {'on' | 'off'} fastLane
 * @property {string | undefined} node A major version.
 */

/**
 * @param {string[]} args
 * @returns {Options | undefined} Undefined for --help.
 * @throws Error that says which option is wrong
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      fault: { type: 'string', multiple: true, default: names },
      seed: { type: 'string' },
      'fast-lane': { type: 'string', default: 'on' },
      node: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const unknown = values.fault.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`Invalid --fault "${unknown}": expected ${names.join(', ')}`);
  const fastLane = values['fast-lane'];
  if (fastLane !== 'on' && fastLane !== 'off')
    throw new Error(`Invalid --fast-lane "${fastLane}": expected on or off`);
  return {
    seconds: wholeNumber('seconds', values.seconds),
    faults: faults.filter(({ name }) => values.fault.includes(name)),
    seed: values.seed === undefined ? Date.now() % 1_000_000_000 : wholeNumber('seed', values.seed),
    fastLane,
    node: values.node,
  };
}

/** @param {string} name @param {string} value */
function wholeNumber(name, value) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`Invalid --${name} "${value}": expected a whole number from 1`);
}
