import { parseArgs } from 'node:util';

export const usage = `npm run soak -- [lane | body | static] [options]

  lane            hostile load on the fast lane (if nothing is said)
  body            bodies whole, cut, late and broken, and their parsers
  static          files whole, left, read slowly, replaced and cut meanwhile
  --seconds <n>   how long the load lasts, warm-up included (180)
  --lane <name>   fast, lazy (fast, with \`lazy: true\`), or node (fast)
  --tls           over TLS (of lane only)
  --node <major>  under that Node of the matrix
`;

const subjects = /** @type {const} */ (['lane', 'body', 'static']);
const lanes = /** @type {const} */ (['fast', 'lazy', 'node']);

/**
 * @typedef {object} Options
 * @property {(typeof subjects)[number]} subject
 * @property {number} seconds
 * @property {(typeof lanes)[number]} lane
 * @property {boolean} tls
 * @property {string | undefined} node A major version.
 */

/**
 * @param {string[]} args
 * @returns {Options | undefined} nothing when help was asked for
 * @throws Error that says which option is wrong
 */
export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '180' },
      lane: { type: 'string', default: 'fast' },
      tls: { type: 'boolean', default: false },
      node: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const [asked = 'lane', ...more] = positionals;
  const subject = subjects.find((name) => name === asked);
  if (subject === undefined || more.length > 0) {
    throw new Error(`"${positionals.join(' ')}" is no load: there are ${subjects.join(', ')}`);
  }
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 10) {
    throw new Error(`--seconds is "${values.seconds}": write a whole number from 10`);
  }
  const lane = lanes.find((name) => name === values.lane);
  if (lane === undefined) throw new Error(`--lane is "${values.lane}": there are ${lanes.join(', ')}`);
  return { subject, seconds, lane, tls: values.tls, node: values.node };
}
