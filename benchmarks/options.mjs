import { parseArgs } from 'node:util';
import { count } from './count.mjs';
import { generators } from './runner/load.mjs';
import { select } from './selection.mjs';
import { baseline, servers } from './servers.mjs';

/** Minutes, when nothing is asked for, and for everything. */
const BUDGETS = { short: 2.96, full: 110 };

export const usage = `npm run bench -- [options]

  --scenario <name>    measure this one; may be repeated (the essential ones)
  --suite <name>       measure all of its scenarios; may be repeated
  --server <name>      measure this one beside ${baseline}; may be repeated
                       (the essential ones; all, when scenarios were asked for)
  --full               every scenario, and every server where none is named:
                       npm run bench:full
  --node <which>       the servers' Node: 20, 22, 24, 26 or a path (this one)
  --rounds <n>         every server once in each, in random order
  --seconds <n>        measured per server and round; with --full only where
                       a scenario names no time or number of requests
  --budget <minutes>   chooses rounds and seconds where they aren't given
                       (${BUDGETS.short}; ${BUDGETS.full} with --full)
  --requests <n>       measure so many instead of a time
  --connections <n>    instead of the scenario's own number
  --pipelining <n>     requests under way on each connection, likewise
  --warm-up <n>        requests before the measured ones, likewise
  --load <which>       ${generators.join(' or ')} (${generators[0]})
  --out <file>         write the result as JSON, after each round
  --continue           go on where the run that wrote this file was ended;
                       other servers and scenarios are added to it
  --json               print the result as JSON instead of tables
  --list               print the scenarios and servers there are
`;

/**
 * @typedef {object} Choices
 * @property {string | undefined} node A major version or a path.
 * @property {number} budget In seconds.
 * @property {import('./runner/load.mjs').GeneratorName} load
 * @property {string | undefined} out
 * @property {boolean} continue
 * @property {boolean} json
 * @property {boolean} list
 * @property {boolean} native Whether Bun or Deno takes part.
 *
 * @typedef {import('./selection.mjs').Selection & import('./schedule.mjs').Wishes & Choices} Options
 */

/**
 * @param {readonly string[]} args
 * @param {readonly import('./suites.mjs').FoundSuite[]} suites
 * @returns {Options | undefined} nothing when help was asked for
 * @throws Error that says which option is wrong
 */
export function readOptions(args, suites) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenario: { type: 'string', multiple: true },
      suite: { type: 'string', multiple: true },
      server: { type: 'string', multiple: true },
      full: { type: 'boolean', default: false },
      node: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      budget: { type: 'string' },
      requests: { type: 'string' },
      connections: { type: 'string' },
      pipelining: { type: 'string' },
      'warm-up': { type: 'string' },
      load: { type: 'string', default: generators[0] },
      out: { type: 'string' },
      continue: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const scenarios = suites.flatMap((suite) => suite.scenarios);
  known('scenario', values.scenario, scenarios);
  known('suite', values.suite, suites);
  known('server', values.server, servers);
  if (values.full && (values.scenario ?? values.suite) !== undefined) {
    throw new Error('--full measures every scenario: leave out --scenario and --suite, or --full');
  }
  if (values.continue && values.out === undefined && !values.full) {
    throw new Error('--continue needs the file to go on with: add --out <file> or --full');
  }
  if (values.seconds !== undefined && values.requests !== undefined) {
    throw new Error('--seconds and --requests both say how much is measured: choose one');
  }
  const load = generators.find((name) => name === values.load);
  if (load === undefined) throw new Error(`--load is "${values.load}": write ${generators.join(' or ')}`);
  if (load === 'wrk' && values.requests !== undefined) {
    throw new Error('wrk sends requests for a time, not a number of them: leave out --requests');
  }
  if (load === 'wrk' && values.full && values.out === undefined) {
    throw new Error(`--full writes what ${generators[0]} says: add --out <file> for what wrk says`);
  }
  const { full, suite, scenario, server } = values;
  const selection = { full, suites: suite, scenarios: scenario, servers: server };
  const choices = select(suites, selection);
  if (choices.length === 0) throw new Error('none of these servers takes part in any of these scenarios');
  return {
    ...selection,
    native: choices.some(({ contenders }) => contenders.some(isNative)),
    node: values.node,
    rounds: whole('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    requests: whole('requests', values.requests),
    connections: whole('connections', values.connections),
    pipelining: whole('pipelining', values.pipelining),
    warmUp: whole('warm-up', values['warm-up']),
    budget: 60 * (positive('budget', values.budget) ?? (values.full ? BUDGETS.full : BUDGETS.short)),
    load,
    out: values.out,
    continue: values.continue,
    json: values.json,
    list: values.list,
  };
}

/** @param {import('./runner/server.mjs').Contender} contender */
const isNative = ({ runtime }) => runtime === 'bun' || runtime === 'deno';

/** @param {string} what @param {readonly string[] | undefined} asked @param {readonly { name: string }[]} there */
function known(what, asked, there) {
  const names = there.map(({ name }) => name);
  const unknown = asked?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`there is no ${what} "${unknown}": there are ${names.join(', ')}`);
  }
}

/** @param {string} name @param {string | undefined} value */
const whole = (name, value) => (value === undefined ? undefined : count(name, value));

/** @param {string} name @param {string | undefined} value */
function positive(name, value) {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`--${name} is "${value}": write a number above 0`);
}
