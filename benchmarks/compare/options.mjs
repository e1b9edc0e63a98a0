import { parseArgs } from 'node:util';
import { count } from '../count.mjs';
import { fewestRounds } from './verdict.mjs';

export const usage = `npm run bench:compare -- <git ref> [options]

Measures the packages of the working tree beside those of a commit, which is built in a git worktree of its own. The
servers are the working tree's. A third of the runs measures the working tree again: what is called a difference is
larger than its difference to itself.

  --scenario <name>    measure this one; may be repeated (the essential ones)
  --server <name>      nextpress or nextpress-node (nextpress)
  --rounds <n>         each with new processes (7); at least ${fewestRounds}
  --seconds <n>        that each of the three is measured in a round (1)
  --warm-up <n>        requests before that, instead of the scenario's own number
  --fail-on slower     exit with 1 when a scenario is slower
  --json               print the result as JSON instead of a table
`;

/**
 * @typedef {object} Options
 * @property {string} ref
 * @property {readonly string[] | undefined} scenarios
 * @property {string} server
 * @property {number} rounds
 * @property {number} seconds
 * @property {number | undefined} warmUp
 * @property {boolean} failsOnSlower
 * @property {boolean} json
 */

/**
 * @param {readonly string[]} args
 * @param {readonly import('../suites.mjs').FoundSuite[]} suites
 * @returns {Options | undefined} nothing when help was asked for
 * @throws Error that says which option is wrong
 */
export function readOptions(args, suites) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      scenario: { type: 'string', multiple: true },
      server: { type: 'string', default: 'nextpress' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '1' },
      'warm-up': { type: 'string' },
      'fail-on': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const [ref, ...more] = positionals;
  if (ref === undefined) throw new Error('with what? Name a branch, a tag or a commit, such as HEAD or main');
  if (more.length > 0) throw new Error(`one git ref at a time: got ${positionals.join(', ')}`);
  const rounds = count('rounds', values.rounds);
  if (rounds < fewestRounds) {
    throw new Error(`--rounds is ${rounds}: from fewer than ${fewestRounds} nothing can be told`);
  }
  if (values['fail-on'] !== undefined && values['fail-on'] !== 'slower') {
    throw new Error(`--fail-on is "${values['fail-on']}": write slower`);
  }
  const { server } = values;
  const served = scenariosOf(suites, server);
  if (served.length === 0 || !server.startsWith('nextpress')) {
    throw new Error(`--server is "${server}": write one that runs the packages, such as nextpress`);
  }
  const unknown = values.scenario?.find((name) => !served.includes(name));
  if (unknown !== undefined) {
    throw new Error(`${server} has no scenario "${unknown}": there are ${served.join(', ')}`);
  }
  return {
    ref,
    scenarios: values.scenario,
    server,
    rounds,
    seconds: count('seconds', values.seconds),
    warmUp: values['warm-up'] === undefined ? undefined : count('warm-up', values['warm-up']),
    failsOnSlower: values['fail-on'] !== undefined,
    json: values.json,
  };
}

/** @param {readonly import('../suites.mjs').FoundSuite[]} suites @param {string} server */
function scenariosOf(suites, server) {
  return suites
    .filter(({ files }) => files.has(server))
    .flatMap(({ scenarios }) => scenarios)
    .filter(({ servers }) => servers?.includes(server) ?? true)
    .map(({ name }) => name);
}
