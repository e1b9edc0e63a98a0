import { parseArgs } from 'node:util';

export const usage = `npm run fuzz -- [options]

  --mode <name>        bytes, handlers or all (all)
  --cases <n>          stop after so many cases of each mode
  --seconds <n>        stop after <n> seconds (60, unless --cases is given)
  --seed <n>           (one of the clock's, printed)
  --case <seed:n>      replay one case; with --mode bytes or handlers
  --file <path>        replay the case of a finding or of a regression
  --tls                over TLS: bytes only
  --lazy               fastLane(server, { lazy: true })
  --brief              where new connections begin with Node: bytes only
  --findings <n>       stop after so many divergences (3)
  --processes <n>      share the cases out to so many processes (1)
  --node <major>       under that Node of the matrix
`;

/**
 * @typedef {'bytes' | 'handlers'} ModeName
 *
 * @typedef {object} Options
 * @property {ModeName[]} modes
 * @property {number} cases Of each mode.
 * @property {number} seconds In all.
 * @property {number} seed
 * @property {number | undefined} only The number of the one case to replay.
 * @property {string | undefined} file Of the one case to replay.
 * @property {boolean} tls
 * @property {boolean} lazy
 * @property {boolean} brief
 * @property {number} findings Of each process.
 * @property {number} processes
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
      mode: { type: 'string', default: 'all' },
      cases: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      case: { type: 'string' },
      file: { type: 'string' },
      tls: { type: 'boolean', default: false },
      lazy: { type: 'boolean', default: false },
      brief: { type: 'boolean', default: false },
      findings: { type: 'string', default: '3' },
      processes: { type: 'string', default: '1' },
      node: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { cases, seconds, seed, file, tls, lazy, brief, node } = values;
  const replayed = values.case === undefined ? undefined : oneCase(values.case);
  if (replayed !== undefined && values.mode === 'all') {
    throw new Error('--case replays one case of one mode: write --mode bytes or --mode handlers with it');
  }
  const unbounded = Number.POSITIVE_INFINITY;
  return {
    modes: modesOf(values.mode, { tls, brief }),
    cases: cases === undefined ? unbounded : count('cases', cases),
    seconds: seconds === undefined ? (cases === undefined ? 60 : unbounded) : count('seconds', seconds),
    seed: replayed?.seed ?? (seed === undefined ? Date.now() % 1_000_000_000 : count('seed', seed)),
    only: replayed?.number,
    file,
    tls,
    lazy,
    brief,
    findings: count('findings', values.findings),
    processes: count('processes', values.processes),
    node,
  };
}

/** How a run's arrangement is asked for again. @param {Pick<Options, 'tls' | 'lazy' | 'brief'>} options */
export function flagsOf({ tls, lazy, brief }) {
  return `${tls ? ' --tls' : ''}${lazy ? ' --lazy' : ''}${brief ? ' --brief' : ''}`;
}

/** @param {string} mode @param {Record<string, boolean>} bytesOnly Flags of that mode alone. @returns {ModeName[]} */
function modesOf(mode, bytesOnly) {
  const [flag] = Object.keys(bytesOnly).filter((name) => bytesOnly[name]);
  if (mode === 'all') return flag === undefined ? ['bytes', 'handlers'] : ['bytes'];
  if (mode === 'handlers' && flag !== undefined)
    throw new Error(`handlers are tried without --${flag}: leave --${flag} out`);
  if (mode === 'bytes' || mode === 'handlers') return [mode];
  throw new Error(`there is no mode "${mode}": there are bytes, handlers and all`);
}

/** @param {string} text */
function oneCase(text) {
  const [seed, number] = text.split(':').map(Number);
  if (isWhole(seed) && isWhole(number)) return { seed, number };
  throw new Error(`--case is "${text}": write seed:number, as a report does`);
}

/** @param {string} name @param {string} value */
function count(name, value) {
  const number = Number(value);
  if (isWhole(number) && number > 0) return number;
  throw new Error(`--${name} is "${value}": write a whole number from 1`);
}

/** @param {number | undefined} number @returns {number is number} */
function isWhole(number) {
  return Number.isSafeInteger(number) && Number(number) >= 0;
}
